create or replace function enqueue_job(task text, payload jsonb, run_at timestamptz, job_key text, queue text) returns void
  language sql security definer set search_path = ''
  as $$
    select graphile_worker.add_job(
      task,
      json_build_object('companyId', public.current_company(), 'payload', payload),
      queue_name => queue,
      run_at => run_at,
      job_key => job_key,
      max_attempts => 25,
      priority => (
        select count(*)::integer
        from (
          select
          from graphile_worker._private_jobs waiting
          where waiting.payload ->> 'companyId' = public.current_company()::text
            and waiting.task_id = (select id from graphile_worker._private_tasks where identifier = enqueue_job.task)
            and waiting.attempts < waiting.max_attempts
          limit 1000
        ) as before
      ),
      flags => array['company ' || public.current_company()]
    );
  $$;
revoke execute on function enqueue_job from public;
grant execute on function enqueue_job to balcao_app;
