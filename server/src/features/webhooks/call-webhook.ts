import { createHmac } from 'node:crypto'
import type { DeliveryEvent, DeliveryFailure } from '@balcao/domain/webhooks'
import { type webhookHeaders, webhookLimits } from '@balcao/domain/webhooks'
import type { Clock } from '../../platform/clock'
import type { EgressAnswer, EgressClient } from '../../platform/egress/egress-client'
import { EgressFailure } from '../../platform/egress/egress-failure'

/** How a call is made: to whom, and signed with what. */
export interface CallParts {
  readonly outside: Pick<EgressClient, 'post'>
  readonly clock: Pick<Clock, 'now'>
}

/** One call, as it leaves. */
export interface Call {
  readonly url: string
  readonly secret: string
  /** By which the receiver knows it again. */
  readonly name: string
  readonly event: DeliveryEvent
  /** 1 the first time. */
  readonly attempt: number
  readonly body: string
}

/** How a call went; `failure` null: it was answered with a 2xx. */
export interface CallOutcome {
  readonly calledAt: Date
  readonly milliseconds: number
  readonly status: number | null
  readonly failure: DeliveryFailure | null
  /** The beginning of the answer. */
  readonly answer: string | null
}

/**
 * Posts a signed body once. A redirect is an answer like any other and leads nowhere: it could take the body, or us, to
 * where nobody meant to (SECURITY E1).
 */
export async function callWebhook(
  { outside, clock }: CallParts,
  call: Call,
  signal?: AbortSignal,
): Promise<CallOutcome> {
  const calledAt = clock.now()
  const result = await outside
    .post(call.url, call.body, {
      maxBytes: webhookLimits.answer,
      timeoutMs: webhookLimits.patienceMs,
      followsRedirects: false,
      headers: headersOf(call, calledAt),
      ...(signal && { signal }),
    })
    .catch((error: unknown) => failureOf(error))
  const told = typeof result === 'string' ? { status: null, failure: result, answer: null } : received(result)
  return { calledAt, milliseconds: clock.now().getTime() - calledAt.getTime(), ...told }
}

function headersOf({ secret, name, event, attempt, body }: Call, now: Date): Record<string, string> {
  const told: Record<(typeof webhookHeaders)[number], string> = {
    'x-balcao-event': event,
    'x-balcao-delivery': name,
    'x-balcao-attempt': String(attempt),
    'x-balcao-signature': signatureOf(body, secret, now),
  }
  return { 'content-type': 'application/json', 'user-agent': 'Balcao-Webhooks/1', ...told }
}

/** `t=<seconds>,v1=<hex>`: HMAC-SHA-256 of `<seconds>.<body>`, as calls to integrations are signed (SECURITY E2). */
export function signatureOf(body: string, secret: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

function received({ status, bytes }: EgressAnswer): Pick<CallOutcome, 'status' | 'failure' | 'answer'> {
  const isTaken = status >= 200 && status < 300
  const failure = isTaken ? null : status === 410 ? 'gone' : 'refused'
  // The database keeps no zero characters, which a binary answer may hold.
  const answer = bytes.toString().replaceAll('\0', '').slice(0, webhookLimits.excerpt)
  return { status, failure, answer: answer === '' ? null : answer }
}

function failureOf(error: unknown): DeliveryFailure {
  if (!(error instanceof EgressFailure)) throw error
  switch (error.reason) {
    case 'address-refused':
    case 'too-large':
    case 'timed-out':
      return error.reason
    case 'too-many-redirects':
      return 'refused'
    case 'aborted': // by our own stop; the same call comes again
    case 'unreachable':
      return 'unreachable'
  }
}
