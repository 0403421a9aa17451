-- Printed from prompts.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- prompts.count
select count(*)::int as count from prompts p where position(plain_text(:words) in plain_text(p.name)) > 0;

-- prompts.byId
select
p.id, p.name, p.prompt, p.queue_id, q.name as queue_name, p.voice, p.voice_region, p.sealed_voice_key,
p.sealed_api_key, p.max_tokens, p.temperature, p.max_messages, p.calls, p.tokens_in::float8 as tokens_in,
p.tokens_out::float8 as tokens_out, p.last_call_at, p.last_failure, p.created_at, p.updated_at from prompts p left join queues q on q.company_id = p.company_id and q.id = p.queue_id where p.id = :id;

-- prompts.page
select
p.id, p.name, p.prompt, p.queue_id, q.name as queue_name, p.voice, p.voice_region, p.sealed_voice_key,
p.sealed_api_key, p.max_tokens, p.temperature, p.max_messages, p.calls, p.tokens_in::float8 as tokens_in,
p.tokens_out::float8 as tokens_out, p.last_call_at, p.last_failure, p.created_at, p.updated_at from prompts p left join queues q on q.company_id = p.company_id and q.id = p.queue_id where position(plain_text(:words) in plain_text(p.name)) > 0 order by lower(p.name),
  p.id limit :limit offset :offset;
