import type { z } from 'zod'
import type { Endpoint, SentOf } from './endpoint'

/** The input of a call without its empty parts: `{ params: { ticketId: 3 } }`. */
export type CallInput<E extends Endpoint> = {
  [Part in keyof SentOf<E> as Nothing extends SentOf<E>[Part] ? never : Part]: SentOf<E>[Part]
} & { [Part in keyof SentOf<E> as Nothing extends SentOf<E>[Part] ? Part : never]?: SentOf<E>[Part] }

/** The type of `z.object({})`; it fits wherever every field is optional. */
export type Nothing = Record<string, never>

/** A page sends several questions in one request here. Each question is the `GET` of an endpoint of its own. */
export const batchPath = '/asked-together'

/** The path and query of a call. Lists are sent as JSON texts, undefined is omitted (GEN-16). */
export function addressOf(endpoint: Endpoint, input: { params?: unknown; query?: unknown }): string {
  const params = (input.params ?? {}) as Record<string, unknown> // shaped by CallInput
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value === undefined) continue
    query.set(name, Array.isArray(value) ? JSON.stringify(value) : String(value))
  }
  return query.size === 0 ? path : `${path}?${query}`
}

export type AnswerTo<E extends Endpoint> = z.output<E['answer']>
