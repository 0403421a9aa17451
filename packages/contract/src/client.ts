import type { z } from 'zod'
import type { Endpoint, SentInputOf } from './endpoint'

/** The input of a call. Parts without required fields may be omitted: `{ params: { ticketId: 3 } }`. */
export type EndpointCallInput<E extends Endpoint> = {
  [Part in keyof SentInputOf<E> as EmptyObject extends SentInputOf<E>[Part]
    ? never
    : Part]: SentInputOf<E>[Part]
} & {
  [Part in keyof SentInputOf<E> as EmptyObject extends SentInputOf<E>[Part]
    ? Part
    : never]?: SentInputOf<E>[Part]
}

/** The output type of `z.object({})`. */
export type EmptyObject = Record<string, never>

/** The path of `batchRequest`, which answers several `GET` endpoints in one request. */
export const batchRequestPath = '/asked-together'

/** The path and query of a call. Arrays become JSON texts, and undefined values are omitted (GEN-16). */
export function endpointCallUrl(endpoint: Endpoint, input: { params?: unknown; query?: unknown }): string {
  const params = (input.params ?? {}) as Record<string, unknown> // CallInput gives the params this shape
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value === undefined) continue
    query.set(name, Array.isArray(value) ? JSON.stringify(value) : String(value))
  }
  return query.size === 0 ? path : `${path}?${query}`
}

export type EndpointCallAnswer<E extends Endpoint> = z.output<E['answer']>
