import { botFailureReasons } from '@balcao/domain/bot-failures'
import type { PromptId, QueueId } from '@balcao/domain/ids'
import { promptDefaults, promptLimits, promptVoices } from '@balcao/domain/prompts'
import { z } from 'zod'
import { endpoint } from './endpoint'
import {
  emptyToNull,
  idOrNull,
  idParam,
  idSchema,
  instant,
  pageFields,
  pagingQuery,
  resultMessageAnswer,
  textField,
} from './wire-values'

export const prompt = z.object({
  id: idSchema<PromptId>(),
  name: z.string(),
  prompt: z.string(),
  voice: z.string(),
  /** Write-only: answers hold a mask when a key is stored (PROMPT-13). */
  voiceKey: z.string(),
  voiceRegion: z.string(),
  maxTokens: z.number().int(),
  temperature: z.number(),
  /** Write-only: answers hold a mask when a key is stored. */
  apiKey: z.string(),
  /** The queue in which a ticket waits when the assistant leaves it to people; null once it was deleted. */
  queueId: idSchema<QueueId>().nullable(),
  queue: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  maxMessages: z.number().int(),
  spending: z.object({ calls: z.number().int(), tokensIn: z.number().int(), tokensOut: z.number().int() }),
  lastCallAt: instant.nullable(),
  lastFailure: z.enum(botFailureReasons).nullable(),
  createdAt: instant,
  updatedAt: instant,
})
export type PromptView = z.output<typeof prompt>

const optionalText = (max: number) => z.preprocess((value) => value ?? '', textField(max)).default('')

/** A number field of the form. A number out of range becomes the nearest allowed one (PROMPT-03). */
const number = ({ min, max }: { min: number; max: number }, byDefault: number, round: boolean) =>
  z
    .preprocess(emptyToNull, z.coerce.number().nullable().catch(null))
    .transform((value) => {
      const within = Math.min(max, Math.max(min, value ?? byDefault))
      return round ? Math.round(within) : within
    })
    .default(byDefault)

const isVoice = (value: unknown) => typeof value === 'string' && promptVoices.includes(value)

export const promptForm = z.object({
  name: optionalText(500),
  prompt: optionalText(100_000),
  voice: z
    .preprocess((value) => (isVoice(value) ? value : promptDefaults.voice), z.string())
    .default(promptDefaults.voice),
  voiceKey: optionalText(500),
  voiceRegion: optionalText(100),
  maxTokens: number(promptLimits.maxTokens, promptDefaults.maxTokens, true),
  temperature: number(promptLimits.temperature, promptDefaults.temperature, false),
  apiKey: optionalText(500),
  queueId: idOrNull<QueueId>()
    .optional()
    .transform((id, context): QueueId => {
      if (id === null || id === undefined) context.addIssue({ code: 'custom', message: 'Informe o setor' })
      return id ?? (0 as QueueId) // The 0 satisfies the type; `addIssue` has refused the form.
    }),
  maxMessages: number(promptLimits.maxMessages, promptDefaults.maxMessages, true),
})
export type PromptForm = z.output<typeof promptForm>

const promptParams = z.object({ promptId: idParam<PromptId>() })

export const listPrompts = endpoint('GET /prompt', {
  name: 'prompts.list',
  summary: 'Assistants of the company, by name',
  access: 'session',
  planFlag: 'useOpenAi',
  query: z.object(pagingQuery),
  answer: z.object({ prompts: z.array(prompt), ...pageFields }),
})

export const getPrompt = endpoint('GET /prompt/:promptId', {
  name: 'prompts.get',
  summary: 'One assistant',
  access: 'session',
  planFlag: 'useOpenAi',
  params: promptParams,
  answer: prompt,
  errors: ['ERR_NO_PROMPT_FOUND'],
})

export const createPrompt = endpoint('POST /prompt', {
  name: 'prompts.create',
  summary: 'Creates an assistant; it needs a queue for handovers to people',
  access: 'prompts.manage',
  planFlag: 'useOpenAi',
  closedToSupport: true,
  body: promptForm,
  answer: prompt,
  errors: ['ERR_QUEUE_NOT_FOUND'],
})

export const updatePrompt = endpoint('PUT /prompt/:promptId', {
  name: 'prompts.update',
  summary: 'Changes an assistant; a key that is empty or the mask stays as it is',
  access: 'prompts.manage',
  planFlag: 'useOpenAi',
  closedToSupport: true,
  params: promptParams,
  body: promptForm,
  answer: prompt,
  errors: ['ERR_NO_PROMPT_FOUND', 'ERR_QUEUE_NOT_FOUND'],
})

export const deletePrompt = endpoint('DELETE /prompt/:promptId', {
  name: 'prompts.delete',
  summary: 'Deletes an assistant; tickets that it answered wait for people',
  access: 'prompts.manage',
  planFlag: 'useOpenAi',
  closedToSupport: true,
  params: promptParams,
  answer: resultMessageAnswer,
  errors: ['ERR_NO_PROMPT_FOUND'],
})
