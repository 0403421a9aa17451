import { createHmac } from 'node:crypto'
import type { DeliveryEvent, DeliveryFailure } from '@balcao/domain/webhooks'
import { type webhookHeaders, webhookLimits } from '@balcao/domain/webhooks'
import type { Clock } from '../../platform/clock'
import type { EgressAnswer, EgressClient } from '../../platform/egress/egress-client'
import { EgressFailure } from '../../platform/egress/egress-failure'

export interface WebhookCallDependencies {
  readonly outside: Pick<EgressClient, 'post'>
  readonly clock: Pick<Clock, 'now'>
}

export interface WebhookCall {
  readonly url: string
  readonly secret: string
  /** The delivery's id in the call, by which the receiver recognises a repeated delivery. */
  readonly name: string
  readonly event: DeliveryEvent
  /** The number of the attempt; 1 for the first. */
  readonly attempt: number
  readonly body: string
}

/** The result of a call. Null `failure`: the receiver answered with a status of 2xx. */
export interface WebhookCallOutcome {
  readonly calledAt: Date
  readonly milliseconds: number
  readonly status: number | null
  readonly failure: DeliveryFailure | null
  /** The first characters of the answer. */
  readonly answer: string | null
}

/** Calls the receiver. Follows no redirect, which could send the body to an address of a stranger (SECURITY E1). */
export async function callWebhook(
  { outside, clock }: WebhookCallDependencies,
  call: WebhookCall,
  signal?: AbortSignal,
): Promise<WebhookCallOutcome> {
  const calledAt = clock.now()
  const result = await outside
    .post(call.url, call.body, {
      maxBytes: webhookLimits.answer,
      timeoutMs: webhookLimits.timeoutMs,
      followsRedirects: false,
      headers: headersOf(call, calledAt),
      ...(signal && { signal }),
    })
    .catch((error: unknown) => failureOf(error))
  const outcome =
    typeof result === 'string' ? { status: null, failure: result, answer: null } : receivedAnswer(result)
  return { calledAt, milliseconds: clock.now().getTime() - calledAt.getTime(), ...outcome }
}

function headersOf({ secret, name, event, attempt, body }: WebhookCall, now: Date): Record<string, string> {
  const ownHeaders: Record<(typeof webhookHeaders)[number], string> = {
    'x-balcao-event': event,
    'x-balcao-delivery': name,
    'x-balcao-attempt': String(attempt),
    'x-balcao-signature': signatureOfWebhookBody(body, secret, now),
  }
  return { 'content-type': 'application/json', 'user-agent': 'Balcao-Webhooks/1', ...ownHeaders }
}

/** The signature header: `t=<seconds>,v1=<hex>`, an HMAC-SHA-256 of `<seconds>.<body>` (SECURITY E2). */
export function signatureOfWebhookBody(body: string, secret: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

function receivedAnswer({
  status,
  bytes,
}: EgressAnswer): Pick<WebhookCallOutcome, 'status' | 'failure' | 'answer'> {
  const isTaken = status >= 200 && status < 300
  const failure = isTaken ? null : status === 410 ? 'gone' : 'refused'
  // PostgreSQL cannot store NUL characters, which a binary answer may contain.
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
    case 'aborted': // The process stops. The next start repeats the call.
    case 'unreachable':
      return 'unreachable'
  }
}
