create table waiting_jobs (
  job_id bigint primary key,
  company integer not null,
  task text not null
);
create index waiting_jobs_of_task on waiting_jobs (company, task);
comment on table waiting_jobs is
  'The jobs of graphile-worker that are not done, by company and kind. enqueue_job writes and counts them, the job '
  'runner deletes them: both as the owner, so that no row security applies and no other role has a grant.';
comment on column waiting_jobs.job_id is
  'The id of the job. Without a foreign key, because the table of jobs is private to graphile-worker.';

-- Of the time when enqueue_job counted in graphile-worker's own table.
drop index if exists graphile_worker.jobs_of_company;
