import type { Permission } from '@balcao/domain/permissions'
import type { PlanFlag } from '@balcao/domain/plans'
import { z } from 'zod'
import type { ErrorCode } from './errors'

/** A rate limit: the most calls within any so many seconds. Further calls are refused with ERR_TOO_MANY_ATTEMPTS. */
export interface Pace {
  readonly calls: number
  readonly seconds: number
  /** Only calls with a search term count; the plain list is unlimited. */
  readonly searchesOnly?: boolean
}

/** For lists with an expensive search: ten times the rate of a user who types without a pause. */
export const searchPace: Pace = { calls: 600, seconds: 60, searchesOnly: true }

/** For imports and exports: enough for a long day's work, too little to empty or flood a company unnoticed. */
export const listPace: Pace = { calls: 60, seconds: 3_600 }

/**
 * For trials of an outside bot: enough for a user who corrects its form, too little to attack an address through this
 * server.
 */
export const trialPace: Pace = { calls: 20, seconds: 300 }

/**
 * One wire call: the source of the server's validation, the web's typed client and the OpenAPI document. Nothing is
 * implicit: the access and the plan flag must be written, `none` included.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  /** `thing.verb`, unique; also the operation id of the OpenAPI document. */
  readonly name: string
  readonly summary: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `:param` parts. The server answers with and without a trailing slash (GEN-06). */
  readonly path: string
  /**
   * `public`: no session. `session`: any signed-in user. `token`: only a program with a connection's token
   * (docs/features/external-api.md). Otherwise the required permission.
   */
  readonly access: 'public' | 'session' | 'token' | Permission
  readonly planFlag: PlanFlag | 'none'
  readonly params: Params
  readonly query: Query
  /** For calls with files: the fields beside them. The files reach the handler as an upload. */
  readonly body: Body
  readonly takesFiles: boolean
  readonly answer: Answer
  /** The rate limit of one user for valid requests (SECURITY O3); null: unlimited. */
  readonly pace: Pace | null
  /** Refused to support on a visit with ERR_SUPPORT_MAY_NOT, regardless of its rights (docs/features/support.md). */
  readonly closedToSupport: boolean
  /** Error codes of this call, besides those of every call of its kind (session, permission, validation). */
  readonly errors: readonly ErrorCode[]
}

const nothing = z.object({})
type Nothing = typeof nothing

type Written<P, Q, B, A> = Pick<Endpoint, 'name' | 'summary' | 'method' | 'path' | 'access' | 'planFlag'> & {
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  readonly answer: A
  readonly takesFiles?: boolean
  readonly pace?: Pace
  readonly closedToSupport?: boolean
  readonly errors?: readonly ErrorCode[]
}

/** Declares an endpoint. Omitted params, query and body accept none, and drop sent fields. */
export function endpoint<
  A extends z.ZodType,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
>(written: Written<P, Q, B, A>): Endpoint<P, Q, B, A> {
  return {
    takesFiles: false,
    pace: null,
    closedToSupport: false,
    errors: [],
    ...written,
    // The defaults apply exactly where the type parameters fell back to Nothing.
    params: (written.params ?? nothing) as P,
    query: (written.query ?? nothing) as Q,
    body: (written.body ?? nothing) as B,
  }
}

/** The input of a caller: parsed shapes before (`In`) and after (`Out`) the schema. */
export type InputOf<E extends Endpoint> = {
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
}
export type SentOf<E extends Endpoint> = {
  params: z.input<E['params']>
  query: z.input<E['query']>
  body: z.input<E['body']>
}
export type AnswerOf<E extends Endpoint> = z.output<E['answer']>
