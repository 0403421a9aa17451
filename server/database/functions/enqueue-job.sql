-- graphile-worker's tables have row security without policies, so the application's role can't add jobs itself. This function
-- adds one in the caller's transaction, as the owner; the company comes from the act, never from an argument.
--
-- Its priority is the number of jobs of the same company and kind that wait before it, up to a thousand: the n-th waiting job
-- of a company comes after the first ones of all others. The flag names the company for those who count what is running
-- (platform/worker-pools.ts).
--
-- Companies of several cells may have the same ids, so a key begins with the company. Queues are shared by all companies,
-- because graphile-worker keeps a row for each name for good.
--
-- `add_job` adds nothing when a worker takes the waiting job of the same key between its two statements. That job may
-- have read its data already, so another one is added, which the second call does: it sees the taken job.
create or replace function enqueue_job(task text, payload jsonb, run_at timestamptz, job_key text, queue text)
  returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  id bigint;
begin
  for attempt in 1..10 loop
    select job.id into id
    from graphile_worker.add_job(
      enqueue_job.task,
      json_build_object('companyId', public.current_company(), 'payload', payload),
      queue_name => queue,
      run_at => enqueue_job.run_at,
      job_key => 'company ' || public.current_company() || ' ' || enqueue_job.job_key,
      max_attempts => 25,
      priority => (
        select count(*)::integer
        from (
          select from public.waiting_jobs w
          where w.company = public.current_company() and w.task = enqueue_job.task
          limit 1000
        ) as before
      ),
      flags => array['company ' || public.current_company()]
    ) as job;
    exit when id is not null;
  end loop;
  if id is null then
    raise exception 'the job % could not be added', enqueue_job.task using errcode = '40001';
  end if;
  -- A later job with the same key replaced a waiting one and kept its id.
  insert into public.waiting_jobs (job_id, company, task)
  values (id, public.current_company(), enqueue_job.task)
  on conflict (job_id) do nothing;
end
$$;
revoke execute on function enqueue_job from public;
grant execute on function enqueue_job to balcao_app;
