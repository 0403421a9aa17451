import type { z } from 'zod'
import type { Endpoint, SentOf } from './endpoint'

/** An input with the empty parts left out: `{ params: { ticketId: 3 } }`. */
export type CallInput<E extends Endpoint> = {
  [Part in keyof SentOf<E> as Nothing extends SentOf<E>[Part] ? never : Part]: SentOf<E>[Part]
} & { [Part in keyof SentOf<E> as Nothing extends SentOf<E>[Part] ? Part : never]?: SentOf<E>[Part] }

/** What zod makes of `z.object({})`; it fits wherever every field may be left out. */
export type Nothing = Record<string, never>

/** The path and query of a call. Lists travel as JSON texts, undefined is left out (GEN-16). */
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
