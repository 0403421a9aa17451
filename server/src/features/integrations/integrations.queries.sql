-- Printed from integrations.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- integrations.count
select count(*)::int as count from queue_integrations where position(plain_text($1) in plain_text(name)) > 0;

-- integrations.insert
insert into queue_integrations (company_id, type, name, project_name, language, url, typebot_delay_message,
  typebot_expires, typebot_keyword_finish, typebot_keyword_restart, typebot_restart_message, typebot_slug,
  typebot_unknown_message, created_at, updated_at)
values (current_company(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)
returning id;

-- integrations.byId
select
id, type, name, project_name, sealed_json_content, sealed_signing_secret, language, url, typebot_delay_message,
typebot_expires, typebot_keyword_finish, typebot_keyword_restart, typebot_restart_message, typebot_slug,
typebot_unknown_message, last_call_at, last_failure, failures, created_at, updated_at from queue_integrations where id = $1;

-- integrations.page
select
id, type, name, project_name, sealed_json_content, sealed_signing_secret, language, url, typebot_delay_message,
typebot_expires, typebot_keyword_finish, typebot_keyword_restart, typebot_restart_message, typebot_slug,
typebot_unknown_message, last_call_at, last_failure, failures, created_at, updated_at from queue_integrations where position(plain_text($1) in plain_text(name)) > 0 order by id desc limit $2 offset $3;

-- integrations.noteCall
update queue_integrations
set last_call_at = $3, last_failure = $2, failures = case when $2::text is null then 0 else failures + 1 end
where id = $1
returning
id, type, name, project_name, sealed_json_content, sealed_signing_secret, language, url, typebot_delay_message,
typebot_expires, typebot_keyword_finish, typebot_keyword_restart, typebot_restart_message, typebot_slug,
typebot_unknown_message, last_call_at, last_failure, failures, created_at, updated_at;

-- integrations.remove
delete from queue_integrations where id = $1;

-- integrations.save
update queue_integrations
set type = $1, name = $2, project_name = $3, language = $4, url = $5, typebot_delay_message = $6,
  typebot_expires = $7, typebot_keyword_finish = $8, typebot_keyword_restart = $9, typebot_restart_message = $10,
  typebot_slug = $11, typebot_unknown_message = $12, updated_at = $13, failures = 0
where id = $14;

-- integrations.saveSecrets
update queue_integrations
set sealed_json_content = coalesce($2, sealed_json_content),
  sealed_signing_secret = coalesce($3, sealed_signing_secret)
where id = $1;
