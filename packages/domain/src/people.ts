import type { CompanyId, QueueId, UserId } from './ids'

/** Profiles of a user (USER-02). The super flag stands beside them, it is not a profile. */
export const profiles = ['user', 'supervisor', 'admin'] as const
export type Profile = (typeof profiles)[number]

/** What the rules need to know of the person who looks or acts. */
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
  /** Where the call came from, as far as the trusted proxies tell. */
  readonly address?: string
}

/** The server itself acting for a company: reception, timers, jobs. Named for the log and the history. */
export interface SystemActor {
  readonly kind: 'system'
  readonly name: string
  readonly companyId: CompanyId
}

export type Actor = PersonActor | SystemActor

export function isAdmin(viewer: Viewer): boolean {
  return viewer.profile === 'admin'
}
