-- Adds a job for the transaction's company, in the caller's transaction. The queue names are shared by all
-- companies, because graphile-worker never deletes the row of a queue. The function runs with its owner's
-- rights: the application's role cannot write to graphile-worker's tables, which have row security without
-- policies.
create or replace function enqueue_job(task text, payload jsonb, run_at timestamptz, job_key text, queue text)
  returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  id bigint;
begin
  -- If a worker takes the waiting job of the same key just now, `add_job` adds nothing. The running job may not
  -- see the caller's changes, so the loop calls `add_job` again, which then adds a new job.
  for attempt in 1..10 loop
    select job.id into id
    from graphile_worker.add_job(
      enqueue_job.task,
      json_build_object('companyId', public.current_company(), 'payload', payload),
      queue_name => queue,
      run_at => enqueue_job.run_at,
      -- Two companies may use the same key, so the company's id distinguishes them.
      job_key => 'company ' || public.current_company() || ' ' || enqueue_job.job_key,
      max_attempts => 25,
      -- The n-th waiting job of a company runs after the first n - 1 jobs of every other company.
      priority => (
        select count(*)::integer
        from (
          select from public.waiting_jobs w
          where w.company = public.current_company() and w.task = enqueue_job.task
          limit 1000
        ) as before
      ),
      -- platform/worker-pools.ts limits a company's running jobs by this flag.
      flags => array['company ' || public.current_company()]
    ) as job;
    exit when id is not null;
  end loop;
  if id is null then
    raise exception 'the job % could not be added', enqueue_job.task using errcode = '40001';
  end if;
  -- graphile-worker lets a later job with the same key replace the waiting one under its id, so this row may
  -- exist.
  insert into public.waiting_jobs (job_id, company, task)
  values (id, public.current_company(), enqueue_job.task)
  on conflict (job_id) do nothing;
end
$$;
revoke execute on function enqueue_job from public;
grant execute on function enqueue_job to balcao_app;
