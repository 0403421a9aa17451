import type { Permission } from '@balcao/domain/permissions'
import type { PlanFlag } from '@balcao/domain/plans'
import { z } from 'zod'
import type { ErrorCode } from './errors'

/** At most `calls` in any period of `seconds`. Further calls get ERR_TOO_MANY_ATTEMPTS. */
export interface RateLimit {
  readonly calls: number
  readonly seconds: number
  /** True: only calls with a search term count. */
  readonly searchesOnly?: boolean
}

/** For lists with an expensive search. The limit is ten times what a fast typist causes. */
export const searchRateLimit: RateLimit = { calls: 600, seconds: 60, searchesOnly: true }

/** For imports and exports: enough for a day of work, and slow for an attacker who copies or floods data. */
export const importExportRateLimit: RateLimit = { calls: 60, seconds: 3_600 }

/** For test calls to an outside bot: enough to correct a form, too few to attack servers through this one. */
export const testCallRateLimit: RateLimit = { calls: 20, seconds: 300 }

/**
 * The source of the server's validation, the web's client and the OpenAPI document. Access and plan flag are
 * stated even when they are `none`.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  /** A unique name `thing.verb`, which is also the operation id in the OpenAPI document. */
  readonly name: string
  readonly summary: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path, with `:param` parts. The server also accepts a trailing slash (GEN-06). */
  readonly path: string
  /**
   * `public` needs no session, `session` any signed-in user, `token` a connection's API token. Any other
   * value is the required permission.
   */
  readonly access: 'public' | 'session' | 'token' | Permission
  readonly planFlag: PlanFlag | 'none'
  readonly params: Params
  readonly query: Query
  /**
   * In a multipart call, the fields beside the files. The body of an update is partial and has no defaults,
   * because zod fills in a default even for an optional field.
   */
  readonly body: Body
  readonly takesFiles: boolean
  readonly answer: Answer
  /** The rate limit of one user for valid requests (SECURITY O3); null when unlimited. */
  readonly pace: RateLimit | null
  /** True: a support visit gets ERR_SUPPORT_MAY_NOT, even with the permission (docs/features/support.md). */
  readonly closedToSupport: boolean
  /** The error codes of this endpoint, besides those of its access: session, permission, validation. */
  readonly errors: readonly ErrorCode[]
}

/** The errors of an upload into the company's storage. */
export const uploadErrors = [
  'ERR_UPLOAD_TOO_LARGE',
  'ERR_UPLOAD_EMPTY',
  'ERR_STORAGE_FULL',
  'ERR_COMPANY_STORAGE_FULL',
  'ERR_TOO_MANY_UPLOADS',
] as const

const nothing = z.object({})
type Nothing = typeof nothing

type Written<P, Q, B, A> = Pick<Endpoint, 'name' | 'summary' | 'access' | 'planFlag'> & {
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  readonly answer: A
  readonly takesFiles?: boolean
  readonly pace?: RateLimit
  readonly closedToSupport?: boolean
  readonly errors?: readonly ErrorCode[]
}

/** Declares an endpoint with its `route`, such as `GET /tickets`. When params, query or body are omitted, the schema drops all sent fields. */
export function endpoint<
  A extends z.ZodType,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
>(route: `${Endpoint['method']} /${string}`, written: Written<P, Q, B, A>): Endpoint<P, Q, B, A> {
  const [method, path] = route.split(' ') as [Endpoint['method'], string] // the type of `route` has both parts
  return {
    method,
    path,
    takesFiles: false,
    pace: null,
    closedToSupport: false,
    errors: [],
    ...written,
    // The casts are safe: a type parameter is Nothing exactly where the part was omitted.
    params: (written.params ?? nothing) as P,
    query: (written.query ?? nothing) as Q,
    body: (written.body ?? nothing) as B,
  }
}

export type ParsedInputOf<E extends Endpoint> = {
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
}
export type SentInputOf<E extends Endpoint> = {
  params: z.input<E['params']>
  query: z.input<E['query']>
  body: z.input<E['body']>
}
export type AnswerOf<E extends Endpoint> = z.output<E['answer']>
