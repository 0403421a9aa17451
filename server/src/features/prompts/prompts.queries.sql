-- Printed from prompts.queries.ts by "node tools/print-sql.mjs". Read it; change the other.

-- prompts.addSpending
update prompts
set calls = calls + :calls, tokens_in = tokens_in + :tokensIn, tokens_out = tokens_out + :tokensOut,
  last_failure = :failure, last_call_at = :at
where id = :id
returning calls, tokens_in::float8 as tokens_in, tokens_out::float8 as tokens_out;

-- prompts.count
select count(*)::int as count from prompts p where position(plain_text(:words) in plain_text(p.name)) > 0;

-- prompts.insert
insert into prompts (company_id, name, prompt, queue_id, voice, voice_region, max_tokens, temperature, max_messages,
  created_at, updated_at)
values (current_company(), :name, :prompt, :queueId, :voice, :voiceRegion, :maxTokens, :temperature, :maxMessages,
  :at, :at)
returning id;

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

-- prompts.remove
delete from prompts where id = :id;

-- prompts.save
update prompts
set name = :name, prompt = :prompt, queue_id = :queueId, voice = :voice, voice_region = :voiceRegion,
  max_tokens = :maxTokens, temperature = :temperature,
  max_messages = :maxMessages, updated_at = :at
where id = :id;

-- prompts.saveKeys
update prompts set sealed_api_key = coalesce(:apiKey, sealed_api_key), sealed_voice_key = coalesce(:voiceKey,
  sealed_voice_key)
where id = :id;
