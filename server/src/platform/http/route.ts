import { requiredPermissionOf } from '@balcao/contract/access'
import type { AnswerOf, Endpoint, ParsedInputOf } from '@balcao/contract/endpoint'
import type { CompanyId, ConnectionId } from '@balcao/domain/ids'
import type { PersonActor } from '@balcao/domain/people'
import { permissions } from '@balcao/domain/permissions'
import type { CompanyWork, PersonWork, PlatformWork, Workplace } from '../work'
import type { UploadedFile } from './upload'
import type { SerializedAnswer } from './written-answer'

export interface CallContext {
  /** The caller's IP address. A forwarded address counts only from a trusted proxy. */
  readonly address: string
  readonly userAgent: string
  readonly cookies: Readonly<Record<string, string | undefined>>
  /** The access token as sent, for the few calls that accept an expired token. */
  readonly bearer: string | null
  /** A program sends the same key with a repeated call, which then changes nothing. */
  readonly idempotencyKey: string | null
  setCookie(name: string, value: string, options: { maxAgeSeconds: number }): void
  clearCookie(name: string): void
}

/** A signed-in caller. The handler starts transactions itself, so it may use the network between them. */
export interface UserCaller {
  readonly actor: PersonActor
  readonly facts: CallContext
  act<T>(act: (work: PersonWork) => Promise<T>): Promise<T>
  /** Runs a read-only transaction, which costs less than `act`. */
  read<T>(read: (work: PersonWork) => Promise<T>): Promise<T>
  /** Runs a transaction over all companies. Only for endpoints of super users. */
  actOnPlatform<T>(act: (work: PlatformWork) => Promise<T>): Promise<T>
  /** Runs a transaction of the system in any company on behalf of a super user. Refuses all other users. */
  actIn<T>(companyId: CompanyId, act: (work: CompanyWork) => Promise<T>): Promise<T>
}

/** A program that calls with the API token of a connection. It acts as the system, in the company of its token. */
export interface ApiTokenCaller {
  readonly companyId: CompanyId
  readonly connectionId: ConnectionId
  readonly facts: CallContext
  act<T>(act: (work: CompanyWork) => Promise<T>): Promise<T>
}

export interface PublicCaller {
  readonly facts: CallContext
  readonly workplace: Workplace
}

type Input<E extends Endpoint> = ParsedInputOf<E> & { readonly files: readonly UploadedFile[] }

export type Route = { readonly endpoint: Endpoint } & (
  | {
      readonly kind: 'public'
      readonly handle: (visitor: PublicCaller, input: Input<Endpoint>) => Promise<unknown>
    }
  | {
      readonly kind: 'token'
      readonly handle: (caller: ApiTokenCaller, input: Input<Endpoint>) => Promise<unknown>
    }
  | {
      readonly kind: 'session'
      readonly handle: (caller: UserCaller, input: Input<Endpoint>) => Promise<unknown>
    }
)

/** The usual route for a signed-in user: its handler runs in one transaction. */
export function route<E extends Endpoint>(
  endpoint: E,
  handler: (work: PersonWork, input: Input<E>) => Promise<AnswerOf<E>>,
): Route {
  return callerRoute(endpoint, (caller, input) => caller.act((work) => handler(work, input)))
}

/** A read-only route for a signed-in user. Queries of the same tick share a round trip to the database. */
export function readRoute<E extends Endpoint>(
  endpoint: E,
  handler: (work: PersonWork, input: Input<E>) => Promise<AnswerOf<E> | SerializedAnswer>,
): Route {
  return callerRoute(endpoint, (caller, input) => caller.read((work) => handler(work, input)))
}

/** A route for a signed-in user whose handler uses the network between transactions, and so starts them itself. */
export function callerRoute<E extends Endpoint>(
  endpoint: E,
  handler: (caller: UserCaller, input: Input<E>) => Promise<AnswerOf<E> | SerializedAnswer>,
): Route {
  if (endpoint.access === 'token') throw new Error(`${endpoint.name} is for programs, not for people`)
  // The cast is safe: this endpoint's schemas have parsed the input.
  return { endpoint, kind: 'session', handle: (caller, input) => handler(caller, input as Input<E>) }
}

/** A route for super users: one transaction over all companies. The endpoint must require a super user. */
export function platformRoute<E extends Endpoint>(
  endpoint: E,
  handler: (work: PlatformWork, input: Input<E>) => Promise<AnswerOf<E>>,
): Route {
  const permission = requiredPermissionOf(endpoint)
  if (permission === null || permissions[permission] !== 'super') {
    throw new Error(`${endpoint.name} acts over all companies, so it must require a super user`)
  }
  return callerRoute(endpoint, (caller, input) => caller.actOnPlatform((work) => handler(work, input)))
}

/** A route for programs with the API token of a connection, which grants access to these routes only. */
export function apiTokenRoute<E extends Endpoint>(
  endpoint: E,
  handler: (caller: ApiTokenCaller, input: Input<E>) => Promise<AnswerOf<E>>,
): Route {
  if (endpoint.access !== 'token') throw new Error(`${endpoint.name} is for people, not for programs`)
  return { endpoint, kind: 'token', handle: (caller, input) => handler(caller, input as Input<E>) }
}

export function publicRoute<E extends Endpoint>(
  endpoint: E,
  handler: (visitor: PublicCaller, input: Input<E>) => Promise<AnswerOf<E>>,
): Route {
  return { endpoint, kind: 'public', handle: (visitor, input) => handler(visitor, input as Input<E>) }
}
