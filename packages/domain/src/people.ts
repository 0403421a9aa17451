import type { CompanyId, QueueId, UserId } from './ids'

/** Profiles of a user (USER-02). The super flag is separate from them, it is not a profile. */
export const profiles = ['user', 'supervisor', 'admin'] as const
export type Profile = (typeof profiles)[number]

/** The facts of the user who reads or acts. */
export interface Viewer {
  readonly userId: UserId
  readonly companyId: CompanyId
  readonly profile: Profile
  readonly isSuper: boolean
  readonly queueIds: readonly QueueId[]
  /** Also serves pending tickets of any queue, and tickets without one (USER-14, RT-12). */
  readonly allTicket: boolean
  /** The platform's owner on a visit (docs/features/support.md). */
  readonly isSupport?: boolean
}

/** A signed-in person who acts. */
export interface PersonActor extends Viewer {
  readonly kind: 'person'
  readonly name: string
  readonly sessionId: string
  /** The caller's address, as reported by the trusted proxies. */
  readonly address?: string
}

/** The server acting for a company: reception, timers, jobs. `name` labels it in the log and the history. */
export interface SystemActor {
  readonly kind: 'system'
  readonly name: string
  readonly companyId: CompanyId
  /** A person waits for the act, as for a sign-in: it is scheduled like an act of a person. */
  readonly isAwaited?: true
}

export type Actor = PersonActor | SystemActor

export function isAdmin(viewer: Viewer): boolean {
  return viewer.profile === 'admin'
}
