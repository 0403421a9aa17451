-- Printed from integrations.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- integrations.count
select count(*)::int as count from queue_integrations where position(plain_text(:words) in plain_text(name)) > 0;

-- integrations.byId
select
id, type, name, project_name, sealed_json_content, sealed_signing_secret, language, url, typebot_delay_message,
typebot_expires, typebot_keyword_finish, typebot_keyword_restart, typebot_restart_message, typebot_slug,
typebot_unknown_message, last_call_at, last_failure, failures, created_at, updated_at from queue_integrations where id = :id;

-- integrations.page
select
id, type, name, project_name, sealed_json_content, sealed_signing_secret, language, url, typebot_delay_message,
typebot_expires, typebot_keyword_finish, typebot_keyword_restart, typebot_restart_message, typebot_slug,
typebot_unknown_message, last_call_at, last_failure, failures, created_at, updated_at from queue_integrations where position(plain_text(:words) in plain_text(name)) > 0 order by id desc limit :limit offset :offset;

-- integrations.noteCall
update queue_integrations
set last_call_at = :at, last_failure = :failure, failures = case when :failure::text is null then 0
  else failures + 1 end
where id = :id
returning
id, type, name, project_name, sealed_json_content, sealed_signing_secret, language, url, typebot_delay_message,
typebot_expires, typebot_keyword_finish, typebot_keyword_restart, typebot_restart_message, typebot_slug,
typebot_unknown_message, last_call_at, last_failure, failures, created_at, updated_at;
