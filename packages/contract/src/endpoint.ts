import type { Permission } from '@balcao/domain/permissions'
import type { PlanFlag } from '@balcao/domain/plans'
import { z } from 'zod'
import type { ErrorCode } from './errors'

/** Allows at most `calls` in any period of `seconds`. Further calls get ERR_TOO_MANY_ATTEMPTS. */
export interface RateLimit {
  readonly calls: number
  readonly seconds: number
  /** True: the limit counts only calls with a search term. */
  readonly searchesOnly?: boolean
}

/** The rate limit of lists with an expensive search: ten times the calls that a fast typist causes. */
export const searchRateLimit: RateLimit = { calls: 600, seconds: 60, searchesOnly: true }

/** The rate limit of imports and exports: enough for a day of work, too slow to copy or flood much data. */
export const importExportRateLimit: RateLimit = { calls: 60, seconds: 3_600 }

/** The rate limit of calls to an address that a user typed: too few to attack other servers from here. */
export const typedAddressRateLimit: RateLimit = { calls: 20, seconds: 300 }

/**
 * A declared endpoint. The server's validation, the web's client and the OpenAPI document are all derived
 * from it. `access` and `planFlag` are never optional, so that every declaration decides on these checks.
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
   * The body; in a multipart call, the fields beside the files. An update has a partial body without
   * defaults, because zod fills in defaults even for optional fields, which would overwrite stored values.
   */
  readonly body: Body
  readonly takesFiles: boolean
  readonly answer: Answer
  /** The rate limit of each user, which counts only valid requests (SECURITY O3); null when unlimited. */
  readonly pace: RateLimit | null
  /** True: a support visit gets ERR_SUPPORT_MAY_NOT, even with the permission (docs/features/support.md). */
  readonly closedToSupport: boolean
  /** The error codes of this endpoint, apart from those that any call may get, such as ERR_VALIDATION. */
  readonly errors: readonly ErrorCode[]
}

/** The error codes of an upload into the company's storage. */
export const uploadErrorCodes = [
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

/** Declares the endpoint of `route`. The server drops sent params, query or body that are not declared. */
export function endpoint<
  A extends z.ZodType,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
>(route: `${Endpoint['method']} /${string}`, written: Written<P, Q, B, A>): Endpoint<P, Q, B, A> {
  // The cast is safe: the type of `route` requires a method and a path, separated by a space.
  const [method, path] = route.split(' ') as [Endpoint['method'], string]
  return {
    method,
    path,
    takesFiles: false,
    pace: null,
    closedToSupport: false,
    errors: [],
    ...written,
    // The casts are safe: a part that the declaration omits has the type of `nothing`.
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
