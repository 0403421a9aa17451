import type { BotFailureReason } from '@balcao/domain/bot-failures'
import OpenAI, {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIError,
  APIUserAbortError,
  toFile,
} from 'openai'
import { z } from 'zod'
import type { EgressClient } from '../../platform/egress/egress-client'
import { EgressFailure } from '../../platform/egress/egress-failure'
import { failureReasonOfHttpStatus, mayHaveBeenProcessed, toBotFailure } from '../bots/call-json'
import { BotFailure } from '../bots/port'
import type { Assistant, AssistantAnswer, AssistantCost, AssistantQuestion, PaidCallOptions } from './port'

export interface AssistantSettings {
  /** The model may be self-hosted. The address ends with the API version, such as `https://api.openai.com/v1`. */
  readonly baseUrl: string
  readonly model: string
  readonly transcriptionModel: string
}

const callTimeoutMs = 30_000
const maxAnswerBytes = 4 << 20
/** How often the library retries a call. Once is enough, because the job that calls it retries too. */
const retries = 1

/** The assistant's only tool has no parameters, because the assistant does not choose the target queue. */
const handOver = {
  type: 'function',
  function: {
    name: 'transferir_para_equipe',
    description:
      'Hands the conversation over to a person of the team. Use it when the customer asks for a person, or when you cannot help with what you were told.',
    parameters: { type: 'object', properties: {}, additionalProperties: false },
  },
} as const

export function openaiAssistant(
  outside: Pick<EgressClient, 'get' | 'post'>,
  settings: AssistantSettings,
): Assistant {
  const clientFor = (apiKey: string, { paid }: PaidCallOptions) =>
    new OpenAI({
      apiKey,
      baseURL: settings.baseUrl,
      timeout: callTimeoutMs,
      maxRetries: retries,
      fetch: egressFetch(outside, paid),
      organization: null,
      project: null,
      logLevel: 'off',
    })
  return {
    answer: (question, errand) =>
      withReason(() => askModel(clientFor(question.apiKey, errand), settings.model, question, errand.signal)),
    transcribe: (apiKey, sound, errand) =>
      withReason(async () => {
        const file = await toFile(sound, 'voice.ogg', { type: 'audio/ogg' })
        const { text } = await clientFor(apiKey, errand).audio.transcriptions.create(
          { file, model: settings.transcriptionModel },
          { signal: errand.signal },
        )
        if (typeof text !== 'string') throw new BotFailure('garbage')
        return text
      }),
  }
}

async function askModel(
  client: OpenAI,
  model: string,
  question: AssistantQuestion,
  signal: AbortSignal,
): Promise<AssistantAnswer> {
  const completion = await complete(client, model, question, signal)
  // Compatible services deviate: a field that the types promise may be missing.
  const message = completion.choices?.[0]?.message
  if (message === undefined) throw new BotFailure('garbage')
  const handsOver = (message.tool_calls ?? []).some(
    (call) => call.type === 'function' && call.function.name === handOver.function.name,
  )
  const text = message.content?.trim() ?? ''
  if (text === '' && !handsOver) throw new BotFailure('garbage')
  return { text, handsOver }
}

/** Sends `max_tokens`, which all services know, and repeats the call for models of OpenAI that refuse it. */
async function complete(client: OpenAI, model: string, question: AssistantQuestion, signal: AbortSignal) {
  const { instructions, history, maxTokens, temperature } = question
  const asked = {
    model,
    temperature,
    tools: [handOver],
    messages: [
      { role: 'system' as const, content: instructions },
      ...history.map(({ by, text }) => ({
        role: by === 'customer' ? ('user' as const) : ('assistant' as const),
        content: text,
      })),
    ],
  }
  try {
    return await client.chat.completions.create({ ...asked, max_tokens: maxTokens }, { signal })
  } catch (error) {
    if (!refusesMaxTokens(error)) throw error
    return await client.chat.completions.create({ ...asked, max_completion_tokens: maxTokens }, { signal })
  }
}

function refusesMaxTokens(error: unknown): boolean {
  return error instanceof APIError && error.status === 400 && /\bmax_tokens\b/.test(error.message)
}

/** Converts errors to `BotFailure`, because the library's error messages quote the request. */
async function withReason<T>(does: () => Promise<T>): Promise<T> {
  try {
    return await does()
  } catch (error) {
    if (error instanceof BotFailure) throw error
    throw new BotFailure(reasonOf(error))
  }
}

function reasonOf(error: unknown): BotFailureReason {
  const cause = error instanceof Error ? error.cause : undefined
  const failure = cause instanceof EgressFailure ? toBotFailure(cause) : null
  if (failure instanceof BotFailure) return failure.reason
  if (error instanceof APIConnectionTimeoutError || error instanceof APIUserAbortError) return 'timed-out'
  if (error instanceof APIConnectionError) return 'unreachable'
  if (error instanceof APIError && typeof error.status === 'number')
    return failureReasonOfHttpStatus(error.status)
  return 'garbage'
}

/** The library's `fetch`: it refuses private addresses, and counts the cost of each call, including retries. */
function egressFetch(
  outside: Pick<EgressClient, 'get' | 'post'>,
  paid: PaidCallOptions['paid'],
): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const options = {
      maxBytes: maxAnswerBytes,
      timeoutMs: callTimeoutMs,
      headers: Object.fromEntries(request.headers),
      signal: request.signal,
    }
    const called =
      request.method === 'GET'
        ? outside.get(request.url, options)
        : outside.post(request.url, new Uint8Array(await request.arrayBuffer()), options)
    const { status, headers, bytes } = await called.catch((error: unknown) => {
      if (mayHaveBeenProcessed(error)) paid({ calls: 1, tokensIn: 0, tokensOut: 0 })
      throw error
    })
    if (status >= 200 && status <= 299) paid(costIn(bytes))
    return new Response(status === 204 ? null : new Uint8Array(bytes), {
      status,
      headers: { 'content-type': String(headers['content-type'] ?? 'application/json') },
    })
  }
}

const tokens = z.number().int().min(0).default(0)
/** Completions and transcripts name the token usage differently. A transcript charged by seconds has none. */
const withCost = z.object({
  usage: z.union([
    z
      .object({ prompt_tokens: z.number().int().min(0), completion_tokens: tokens })
      .transform(({ prompt_tokens: tokensIn, completion_tokens: tokensOut }) => ({ tokensIn, tokensOut })),
    z
      .object({ input_tokens: z.number().int().min(0), output_tokens: tokens })
      .transform(({ input_tokens: tokensIn, output_tokens: tokensOut }) => ({ tokensIn, tokensOut })),
  ]),
})

function costIn(bytes: Buffer): AssistantCost {
  const unknown = { calls: 1, tokensIn: 0, tokensOut: 0 }
  try {
    return { ...unknown, ...withCost.safeParse(JSON.parse(bytes.toString())).data?.usage }
  } catch {
    return unknown // a body without JSON: the call is charged nevertheless
  }
}
