import { type EndpointCallAnswer, type EndpointCallInput, endpointCallUrl } from '@balcao/contract/client'
import type { Endpoint } from '@balcao/contract/endpoint'
import { ApiError, parseApiError } from './api-error'

export interface SendOptions {
  readonly signal?: AbortSignal | undefined
  readonly token?: string | null
  /** Sends neither cookies nor a token, for public endpoints (GEN-05). */
  readonly isAnonymous?: boolean
}

/**
 * The status of an answer when another cell (a set of servers with its own database) has the account. The answer
 * sets a cookie that routes the repeated call to that cell (docs/cells.md).
 */
export const misdirectedStatus = 421

/** Sends one request. Knows nothing of tokens to refresh or of ended sessions: `call.ts` handles those. */
export async function sendRequest<E extends Endpoint>(
  endpoint: E,
  input: EndpointCallInput<E>,
  { signal, token = null, isAnonymous = false }: SendOptions = {},
): Promise<EndpointCallAnswer<E>> {
  const parts = requestPartsOf(input)
  const headers = new Headers({ accept: 'application/json' })
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  if (parts.body !== undefined) headers.set('content-type', 'application/json')

  const request: RequestInit = {
    method: endpoint.method,
    credentials: isAnonymous ? 'omit' : 'include',
    headers,
    body: parts.body === undefined ? null : JSON.stringify(parts.body),
    signal: signal ?? null,
  }
  const address = endpointCallUrl(endpoint, parts)
  let response = await reach(address, request)
  if (response.status === misdirectedStatus) response = await reach(address, request)
  const answer = jsonOrNull(await response.text())
  if (!response.ok) throw parseApiError(response.status, answer)
  return parseAnswer(endpoint, answer)
}

export function requestPartsOf(input: unknown): { params?: unknown; query?: unknown; body?: unknown } {
  // `EndpointCallInput` ensures that the input has these parts, so the cast is safe.
  return input as { params?: unknown; query?: unknown; body?: unknown }
}

/** Validates the answer by the schema of the endpoint, which also gives it its type. */
export function parseAnswer<E extends Endpoint>(endpoint: E, answer: unknown): EndpointCallAnswer<E> {
  // TypeScript does not infer this for a generic `E`: `parse` returns the answer of this endpoint.
  return endpoint.answer.parse(answer) as EndpointCallAnswer<E>
}

async function reach(address: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(address, request)
  } catch (cause) {
    if (request.signal?.aborted === true) throw cause
    throw new ApiError(0, '', {}, cause)
  }
}

/** Parses a text as JSON; null for other text, such as the HTML of a gateway. */
export function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
