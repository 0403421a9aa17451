-- graphile-worker's tables have row security without policies, so the application role can't add jobs itself. This
-- definer writes one in the caller's own transaction; the company comes from the act, never from an argument.
create function enqueue_job(task text, payload jsonb, run_at timestamptz, job_key text, queue text) returns void
  language sql security definer set search_path = ''
  begin atomic
    select graphile_worker.add_job(
      task,
      json_build_object('companyId', public.current_company(), 'payload', payload),
      queue_name => queue,
      run_at => run_at,
      job_key => job_key,
      max_attempts => 25
    );
  end;
revoke execute on function enqueue_job from public;
grant execute on function enqueue_job to balcao_app;
