import type { CompanyId, QueueId, UserId } from './ids'

/** The profiles of users. The platform's owner has the separate flag `super` beside a profile (USER-02). */
export const profiles = ['user', 'supervisor', 'admin'] as const
export type Profile = (typeof profiles)[number]

export interface Viewer {
  readonly userId: UserId
  readonly companyId: CompanyId
  readonly profile: Profile
  readonly isSuper: boolean
  readonly queueIds: readonly QueueId[]
  /** True: the user also serves pending tickets of every queue, and tickets without one (USER-14, RT-12). */
  readonly allTicket: boolean
  /** True for the platform's owner on a support visit (docs/features/support.md). */
  readonly isSupport?: boolean
}

export interface PersonActor extends Viewer {
  readonly kind: 'person'
  readonly name: string
  readonly sessionId: string
  /** The caller's IP address, as reported by the trusted proxies. */
  readonly address?: string
}

/** The server itself acts: reception, timers, jobs. `name` appears in logs and the history. */
interface SystemActor {
  readonly kind: 'system'
  readonly name: string
  readonly companyId: CompanyId
  /** True when a person waits for the result, as in a sign-in: the act precedes background work. */
  readonly isAwaited?: true
}

export type Actor = PersonActor | SystemActor

export function isAdmin(viewer: Viewer): boolean {
  return viewer.profile === 'admin'
}
