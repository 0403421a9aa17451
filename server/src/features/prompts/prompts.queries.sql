-- Printed from prompts.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- prompts.addSpending
update prompts
set calls = calls + $2, tokens_in = tokens_in + $3, tokens_out = tokens_out + $4, last_failure = $5, last_call_at = $6
where id = $1
returning calls, tokens_in::float8 as tokens_in, tokens_out::float8 as tokens_out;

-- prompts.count
select count(*)::int as count from prompts p where position(plain_text($1) in plain_text(p.name)) > 0;

-- prompts.insert
insert into prompts (company_id, name, prompt, queue_id, voice, voice_region, max_tokens, temperature, max_messages,
  created_at, updated_at)
values (current_company(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
returning id;

-- prompts.byId
select
p.id, p.name, p.prompt, p.queue_id, q.name as queue_name, p.voice, p.voice_region, p.sealed_voice_key,
p.sealed_api_key, p.max_tokens, p.temperature, p.max_messages, p.calls, p.tokens_in::float8 as tokens_in,
p.tokens_out::float8 as tokens_out, p.last_call_at, p.last_failure, p.created_at, p.updated_at from prompts p left join queues q on q.company_id = p.company_id and q.id = p.queue_id where p.id = $1;

-- prompts.page
select
p.id, p.name, p.prompt, p.queue_id, q.name as queue_name, p.voice, p.voice_region, p.sealed_voice_key,
p.sealed_api_key, p.max_tokens, p.temperature, p.max_messages, p.calls, p.tokens_in::float8 as tokens_in,
p.tokens_out::float8 as tokens_out, p.last_call_at, p.last_failure, p.created_at, p.updated_at from prompts p left join queues q on q.company_id = p.company_id and q.id = p.queue_id where position(plain_text($1) in plain_text(p.name)) > 0 order by lower(p.name), p.id limit $2 offset $3;

-- prompts.remove
delete from prompts where id = $1;

-- prompts.save
update prompts
set name = $1, prompt = $2, queue_id = $3, voice = $4, voice_region = $5, max_tokens = $6, temperature = $7,
  max_messages = $8, updated_at = $9
where id = $10;

-- prompts.saveKeys
update prompts set sealed_api_key = coalesce($2, sealed_api_key), sealed_voice_key = coalesce($3, sealed_voice_key)
where id = $1;
