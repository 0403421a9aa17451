import type { Viewer } from '@balcao/domain/people'
import { holds, type Permission } from '@balcao/domain/permissions'
import type { PlanFlag } from '@balcao/domain/plans'
import { z } from 'zod'
import type { ErrorCode } from './errors'

/** At most so many calls in any so many seconds. Who calls more often is refused with ERR_TOO_MANY_ATTEMPTS. */
export interface Pace {
  readonly calls: number
  readonly seconds: number
  /** Only calls that look for words count; the list without them is free. */
  readonly searchesOnly?: boolean
}

/** Of lists whose search reads much: ten times as often as somebody types who never stops. */
export const searchPace: Pace = { calls: 600, seconds: 60, searchesOnly: true }

/** Of imports and exports: enough for a long day's work, too little to empty or flood a company unseen. */
export const listPace: Pace = { calls: 60, seconds: 3_600 }

/** Of trying out an outside bot: as often as somebody may mend its form, too seldom to have an address hammered by us. */
export const trialPace: Pace = { calls: 20, seconds: 300 }

/**
 * One call of the wire: the source of the server's validation, the web's typed client and the OpenAPI document.
 * Nothing is implicit: who may call and which plan flag is needed must be written, `none` included.
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
   * `public`: no session. `session`: any signed-in person. `token`: a program with a connection's token, and nobody else
   * (docs/features/external-api.md). Otherwise the permission needed.
   */
  readonly access: 'public' | 'session' | 'token' | Permission
  readonly planFlag: PlanFlag | 'none'
  readonly params: Params
  readonly query: Query
  /** For calls with files: the fields beside them. The files reach the handler as an upload. */
  readonly body: Body
  readonly takesFiles: boolean
  readonly answer: Answer
  /** How often one person may call it, with input that is sound (SECURITY O3); null: as often as they like. */
  readonly pace: Pace | null
  /** Refused to support on its visit with ERR_SUPPORT_MAY_NOT, whatever its rights (docs/features/support.md). */
  readonly closedToSupport: boolean
  /** Codes it may give besides those that every call of its kind may give (session, permission, validation). */
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

/** Declares an endpoint. Left-out params, query and body mean: takes none, and drops what comes. */
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
    // The defaults stand exactly where the type parameters fell back to Nothing.
    params: (written.params ?? nothing) as P,
    query: (written.query ?? nothing) as Q,
    body: (written.body ?? nothing) as B,
  }
}

/** The permission that a call needs; null where being whom it is for is enough. */
export function permissionOf({ access }: Pick<Endpoint, 'access'>): Permission | null {
  return access === 'public' || access === 'session' || access === 'token' ? null : access
}

/** Whether this person may make the call as such: their role holds its permission, and no support visit is refused it. */
export function mayCall(viewer: Viewer, endpoint: Pick<Endpoint, 'access' | 'closedToSupport'>): boolean {
  if (viewer.isSupport === true && endpoint.closedToSupport) return false
  const permission = permissionOf(endpoint)
  return permission === null || holds(viewer, permission)
}

/** What a caller gives: parsed shapes before (`In`) and after (`Out`) the schema. */
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
