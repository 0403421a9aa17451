import type { z } from 'zod'
import type { EgressAnswer, EgressClient } from '../../platform/egress/egress-client'
import { EgressFailure } from '../../platform/egress/egress-failure'
import { BotFailure } from './port'

export type HttpPostClient = Pick<EgressClient, 'post'>

const callTimeoutMs = 20_000
const maxAnswerBytes = 8 << 20

interface JsonCall<Answer extends z.ZodType> {
  readonly url: string
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
  readonly answer: Answer
  readonly signal: AbortSignal
  /** The answer that replaces an empty body or a body without JSON. Absent: such a body is an error. */
  readonly whenPlain?: z.input<Answer>
}

export async function postForJsonAnswer<Answer extends z.ZodType>(
  outside: HttpPostClient,
  call: JsonCall<Answer>,
): Promise<z.output<Answer>> {
  const { status, bytes } = await postJson(outside, call)
  if (status < 200 || status > 299) throw new BotFailure(failureReasonOfHttpStatus(status))
  const read = call.answer.safeParse(parsedJson(bytes.toString(), call.whenPlain))
  if (!read.success) throw new BotFailure('garbage')
  return read.data
}

async function postJson(
  outside: HttpPostClient,
  { url, body, headers, signal }: Pick<JsonCall<z.ZodType>, 'url' | 'body' | 'headers' | 'signal'>,
): Promise<EgressAnswer> {
  try {
    return await outside.post(url, body, {
      maxBytes: maxAnswerBytes,
      timeoutMs: callTimeoutMs,
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      signal,
    })
  } catch (error) {
    throw toBotFailure(error)
  }
}

export function toBotFailure(error: unknown): unknown {
  if (!(error instanceof EgressFailure)) return error
  switch (error.reason) {
    case 'address-refused':
    case 'too-many-redirects':
      return new BotFailure('address-refused', { cause: error })
    case 'too-large':
      return new BotFailure('garbage', { cause: error })
    case 'timed-out':
      return new BotFailure('timed-out', { cause: error })
    case 'aborted':
      return new BotFailure(isTimeOut(error.cause) ? 'timed-out' : 'unreachable', { cause: error })
    case 'unreachable':
      return new BotFailure('unreachable', { cause: error })
  }
}

function isTimeOut(cause: unknown): boolean {
  return cause instanceof Error && cause.name === 'TimeoutError'
}

export function mayHaveBeenProcessed(error: unknown): boolean {
  return error instanceof EgressFailure && ['timed-out', 'aborted', 'too-large'].includes(error.reason)
}

export function failureReasonOfHttpStatus(status: number): BotFailure['reason'] {
  if (status === 401 || status === 403) return 'unauthorized'
  if (status === 408) return 'timed-out'
  if (status === 429) return 'too-many'
  return status >= 500 ? 'server-error' : 'refused'
}

function parsedJson(text: string, whenPlain: unknown): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (whenPlain !== undefined) return whenPlain
    throw new BotFailure('garbage', { cause: error })
  }
}
