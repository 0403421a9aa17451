import type { CompanyId, QueueId, UserId } from './ids'

/** The profiles of users (USER-02). Super is a separate flag, not a profile. */
export const profiles = ['user', 'supervisor', 'admin'] as const
export type Profile = (typeof profiles)[number]

/** The user who reads or acts, with the fields that permissions depend on. */
export interface Viewer {
  readonly userId: UserId
  readonly companyId: CompanyId
  readonly profile: Profile
  readonly isSuper: boolean
  readonly queueIds: readonly QueueId[]
  /**
   * True: the user also serves pending tickets of every queue, and tickets without a queue (USER-14, RT-12).
   */
  readonly allTicket: boolean
  /** True for the platform's owner on a support visit (docs/features/support.md). */
  readonly isSupport?: boolean
}

/** A signed-in user who performs an act. */
export interface PersonActor extends Viewer {
  readonly kind: 'person'
  readonly name: string
  readonly sessionId: string
  /** The caller's IP address, as reported by the trusted proxies. */
  readonly address?: string
}

/**
 * The server itself, acting for a company: reception, timers, jobs. `name` appears in logs and the history.
 */
export interface SystemActor {
  readonly kind: 'system'
  readonly name: string
  readonly companyId: CompanyId
  /**
   * True when a person waits for the result, as in a sign-in. The act then gets the same priority as a user's
   * act.
   */
  readonly isAwaited?: true
}

export type Actor = PersonActor | SystemActor

export function isAdmin(viewer: Viewer): boolean {
  return viewer.profile === 'admin'
}
