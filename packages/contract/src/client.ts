import type { z } from 'zod'
import type { Endpoint, SentInputOf } from './endpoint'

/** The input of an endpoint call. Parts without required fields may be omitted. */
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

/** The path that takes a `batchRequest`: several `GET` calls combined into one request. */
export const batchRequestPath = '/asked-together'

/** The path and query of a call. Arrays become JSON texts, and undefined values are omitted (GEN-16). */
export function endpointCallUrl(endpoint: Endpoint, input: { params?: unknown; query?: unknown }): string {
  // The type `EndpointCallInput` ensures this shape.
  const params = (input.params ?? {}) as Record<string, unknown>
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value === undefined) continue
    query.set(name, Array.isArray(value) ? JSON.stringify(value) : String(value))
  }
  return query.size === 0 ? path : `${path}?${query}`
}

export type EndpointCallAnswer<E extends Endpoint> = z.output<E['answer']>
