import { mayCallEndpoint } from '@balcao/contract/access'
import type { Endpoint } from '@balcao/contract/endpoint'
import {
  getSessionUser,
  refreshAccessToken,
  type SessionUser,
  type signedInSession as sessionShape,
} from '@balcao/contract/people'
import { leaveSupportVisit } from '@balcao/contract/support'
import type { Viewer } from '@balcao/domain/people'
import type { PlanFlag } from '@balcao/domain/plans'
import type { z } from 'zod'
import { ApiError } from './api-error'
import { readStoredValue, removeStoredValues, storeValue } from './browser-storage'
import { observable, useObservable } from './observable'
import { sendRequest } from './send'

type SessionAnswer = z.output<typeof sessionShape>

/** The session of this tab. `unknown`: a token is stored, and the server has not confirmed it yet. */
export type Session =
  | { readonly state: 'unknown' }
  | { readonly state: 'unreachable' }
  | { readonly state: 'signed-out' }
  | { readonly state: 'signed-in'; readonly user: SessionUser }

const current = observable<Session>({ state: 'unknown' })

export const currentSession = current.get
export const onSessionChange = current.subscribe

export function onSignOut(act: () => void): void {
  current.subscribe(() => {
    if (current.get().state === 'signed-out') act()
  })
}

/** Runs `act` each time a user signs out or is replaced by another, also at the start and end of a support visit. */
export function onUserChange(act: () => void): void {
  let here: string | undefined
  current.subscribe(() => {
    const session = current.get()
    if (session.state === 'unknown' || session.state === 'unreachable') return
    const next = session.state === 'signed-in' ? `${session.user.companyId}/${session.user.id}` : undefined
    const isGone = here !== undefined && here !== next
    here = next
    if (isGone) act()
  })
}

export function useSession(): Session {
  return useObservable(current)
}

/** The signed-in user. Use it only below the shell, which renders only for signed-in users. */
export function useUser(): SessionUser {
  const session = useSession()
  if (session.state !== 'signed-in') throw new Error('useUser outside of a signed-in session')
  return session.user
}

export function useViewer(): Viewer {
  return viewerOf(useUser())
}

/** Whether this user's role may call the endpoint; on a support visit also whether the endpoint is open to visits. */
export function useMayCall(endpoint: Pick<Endpoint, 'access' | 'closedToSupport'>): boolean {
  return mayCallEndpoint(useViewer(), endpoint)
}

export function useIsInPlan(flag: PlanFlag): boolean {
  return useUser().company.plan?.[flag] === true
}

/** Converts a user to the form that the rules in `@balcao/domain` take. */
export function viewerOf(user: SessionUser): Viewer {
  return {
    userId: user.id,
    companyId: user.companyId,
    profile: user.profile,
    isSuper: user.super,
    queueIds: user.queues.map((queue) => queue.id),
    allTicket: user.allTicket === 'enable',
    isSupport: isOnSupportVisit(user),
  }
}

export function storedToken(): string | null {
  return readStoredValue('token')
}

/**
 * Begins a session by the answer of a login or refresh (AUTH-06). Other tabs react to the token and then read the
 * user id, so the token is stored last.
 */
export function beginSession({ token, user }: SessionAnswer): void {
  storeValue('companyId', String(user.companyId))
  storeValue('userId', String(user.id))
  storeValue('token', token)
  updateSessionUser(user)
}

export function updateSessionUser(user: SessionUser): void {
  storeValue('companyDueDate', user.company.dueDate)
  if (showsCampaigns(user)) storeValue('cshow', 'true')
  else removeStoredValues('cshow')
  current.set({ state: 'signed-in', user })
}

/** Whether to store the key `cshow`, without which the menu shows no campaigns (SHELL-15). */
function showsCampaigns(user: SessionUser): boolean {
  const setting = user.company.settings.find(({ key }) => key === 'campaignsEnabled')
  return setting?.value === 'true' || setting?.value === 'enabled'
}

/** Whether the company may use the module by its plan; campaigns also need the stored key `cshow` (SHELL-14). */
export function isModuleOn({ company }: SessionUser, planFlag: PlanFlag | 'none'): boolean {
  if (planFlag === 'none') return true
  if (planFlag === 'useCampaigns' && readStoredValue('cshow') === null) return false
  return company.plan?.[planFlag] === true
}

export function isOnSupportVisit({ id, company }: SessionUser): boolean {
  return company.support?.userId === id
}

/** Whether a company's subscription is over: its users can then only pay (AUTH-09). */
export function hasSubscriptionExpired({ expires, dueDate }: SessionUser['company'], now: number): boolean {
  return expires && Date.parse(dueDate) < now
}

/** Ends a support visit (the platform's owner works in a company), and restores the visitor's own session. */
export async function endSupportVisit(): Promise<void> {
  beginSession(await sendRequest(leaveSupportVisit, {}, { token: storedToken() }))
}

/** Handles a 401. A support visit ends in the visitor's own session, any other session at the login (AUTH-14). */
export async function handleSessionOver(): Promise<void> {
  const session = current.get()
  if (session.state !== 'signed-in' || !isOnSupportVisit(session.user)) return endSessionLocally()
  await endSupportVisit().catch(endSessionLocally)
}

/** Ends the session on this browser, without calling the server; preferences remain (AUTH-14, AUTH-16). */
export function endSessionLocally(): void {
  removeStoredValues('token', 'companyId', 'userId', 'companyDueDate', 'cshow')
  current.set({ state: 'signed-out' })
}

/** Asks the server who owns the stored token: once when the page loads, and again on *try again*. */
export async function resumeSession(): Promise<void> {
  const token = storedToken()
  if (token === null) return current.set({ state: 'signed-out' })
  current.set({ state: 'unknown' })

  try {
    updateSessionUser(await sendRequest(getSessionUser, {}, { token }))
  } catch (error) {
    // A 401 may follow the end of a support visit. The refresh cookie then restores the visitor's own session.
    if (error instanceof ApiError && (error.status === 403 || error.status === 401))
      return resumeByRefresh(token)
    leaveOrWait(error)
  }
}

async function resumeByRefresh(token: string): Promise<void> {
  try {
    const fresh = await refreshSession(token)
    if (currentSession().state !== 'signed-in')
      updateSessionUser(await sendRequest(getSessionUser, {}, { token: fresh }))
  } catch (error) {
    leaveOrWait(error)
  }
}

function leaveOrWait(error: unknown): void {
  const isRefused = error instanceof ApiError && (error.status === 401 || error.status === 403)
  if (isRefused) endSessionLocally()
  else current.set({ state: 'unreachable' })
}

let refreshing: Promise<string> | undefined

/**
 * Returns a token other than `failed`: one that another tab has stored, or else a new one. Simultaneous callers
 * share one request, within this tab and, where the browser has locks, between tabs. The cookie rotates, and using
 * an old cookie twice ends the session (decision 0003).
 */
export function refreshSession(failed: string | null): Promise<string> {
  refreshing ??= oneTabAtATime(() => freshToken(failed)).finally(() => {
    refreshing = undefined
  })
  return refreshing
}

async function freshToken(failed: string | null): Promise<string> {
  const stored = storedToken()
  if (stored !== null && stored !== failed) return stored
  const answer = await sendRequest(refreshAccessToken, {})
  beginSession(answer)
  return answer.token
}

/**
 * Runs `act` in one tab at a time. Without https there are no locks: the server then accepts an old cookie longer.
 */
async function oneTabAtATime<Result>(act: () => Promise<Result>): Promise<Result> {
  const locks: LockManager | null | undefined = navigator.locks
  return locks ? await locks.request('balcao-refresh', act) : await act()
}
