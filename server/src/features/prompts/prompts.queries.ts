import type { BotFailureReason } from '@balcao/domain/bot-failures'
import type { PromptId, QueueId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

export interface PromptRow {
  id: PromptId
  name: string
  prompt: string
  queue_id: QueueId | null
  queue_name: string | null
  voice: string
  voice_region: string
  sealed_voice_key: string | null
  sealed_api_key: string | null
  max_tokens: number
  temperature: number
  max_messages: number
  calls: number
  tokens_in: number
  tokens_out: number
  last_call_at: Date | null
  last_failure: BotFailureReason | null
  created_at: Date
  updated_at: Date
}

const promptColumns = `
  p.id, p.name, p.prompt, p.queue_id, q.name as queue_name, p.voice, p.voice_region, p.sealed_voice_key,
  p.sealed_api_key, p.max_tokens, p.temperature, p.max_messages, p.calls, p.tokens_in::float8 as tokens_in,
  p.tokens_out::float8 as tokens_out, p.last_call_at, p.last_failure, p.created_at, p.updated_at`
const withQueue = 'left join queues q on q.company_id = p.company_id and q.id = p.queue_id'
const matchesSearch = 'position(plain_text(:words) in plain_text(p.name)) > 0'

export const promptsPage = statement<{ words: string; limit: number; offset: number }, PromptRow>(
  'prompts.page',
  `
  select ${promptColumns} from prompts p ${withQueue} where ${matchesSearch} order by lower(p.name),
    p.id limit :limit offset :offset
  `,
)

export const countPrompts = statement<{ words: string }, { count: number }>(
  'prompts.count',
  `select count(*)::int as count from prompts p where ${matchesSearch}`,
)

export const promptById = statement<{ id: PromptId }, PromptRow>(
  'prompts.byId',
  `select ${promptColumns} from prompts p ${withQueue} where p.id = :id`,
)

type Written = {
  name: string
  prompt: string
  queueId: QueueId
  voice: string
  voiceRegion: string
  maxTokens: number
  temperature: number
  maxMessages: number
  at: Date
}

export const insertPrompt = statement<Written, { id: PromptId }>(
  'prompts.insert',
  `
  insert into prompts (company_id, name, prompt, queue_id, voice, voice_region, max_tokens, temperature, max_messages,
    created_at, updated_at)
  values (current_company(), :name, :prompt, :queueId, :voice, :voiceRegion, :maxTokens, :temperature, :maxMessages,
    :at, :at)
  returning id
  `,
)

export const savePrompt = statement<Written & { id: PromptId }>(
  'prompts.save',
  `
  update prompts
  set name = :name, prompt = :prompt, queue_id = :queueId, voice = :voice, voice_region = :voiceRegion,
    max_tokens = :maxTokens, temperature = :temperature,
    max_messages = :maxMessages, updated_at = :at
  where id = :id
  `,
)

/** Saves the encrypted keys. Null leaves the stored key. */
export const savePromptApiKeys = statement<{ id: PromptId; apiKey: string | null; voiceKey: string | null }>(
  'prompts.saveKeys',
  `
  update prompts
  set sealed_api_key = coalesce(:apiKey, sealed_api_key), sealed_voice_key = coalesce(:voiceKey, sealed_voice_key)
  where id = :id
  `,
)

export const removePrompt = statement<{ id: PromptId }>(
  'prompts.remove',
  'delete from prompts where id = :id',
)

/** Adds the cost of calls to a prompt. No row: the prompt was deleted. */
export const addCostOfPrompt = statement<
  {
    id: PromptId
    calls: number
    tokensIn: number
    tokensOut: number
    failure: BotFailureReason | null
    at: Date
  },
  Pick<PromptRow, 'calls' | 'tokens_in' | 'tokens_out'>
>(
  'prompts.addSpending',
  `
  update prompts
  set calls = calls + :calls, tokens_in = tokens_in + :tokensIn, tokens_out = tokens_out + :tokensOut,
    last_failure = :failure, last_call_at = :at
  where id = :id
  returning calls, tokens_in::float8 as tokens_in, tokens_out::float8 as tokens_out
  `,
)
