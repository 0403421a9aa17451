import { sharePagePath } from '@balcao/contract/share'
import { Fragment, type ReactNode, useContext, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation } from 'react-router'
import { ApiError } from '../lib/api-error'
import { readStoredValue } from '../lib/browser-storage'
import { live } from '../lib/live'
import { hasSubscriptionExpired, resumeSession, type Session, useSession } from '../lib/session'
import { minuteMs, useNow } from '../lib/timers'
import { ErrorState, SkeletonRows } from '../ui/states'
import { SocketOpenerContext } from './socket-opener'

/**
 * Shows a page to visitors. Redirects a signed-in user to `/` (AUTH-03), or back to the share page that
 * required the login.
 */
export function SignedOutOnly({ page }: { page: ReactNode }) {
  const session = useSession()
  const { state } = useLocation()
  switch (session.state) {
    case 'signed-in':
      return <Navigate to={waitingPage(state) ?? '/'} replace />
    case 'signed-out':
      return page
    case 'unknown':
    case 'unreachable':
      return <Waiting unreachable={session.state === 'unreachable'} />
  }
}

/** Shows a page to signed-in users. Redirects a visitor to `/login` (AUTH-02). */
export function SignedInOnly({ page }: { page: ReactNode }) {
  const session = useSession()
  const { pathname, search } = useLocation()
  useSocketOf(session)
  // A login after a sign-out on this page starts at `/`, because the share in the URL is the former user's.
  const hasLeft = useHasBeenSignedIn(session)
  switch (session.state) {
    case 'signed-in':
      // The key remounts the page for another person, so that no state of the former person remains.
      return <Fragment key={session.user.id}>{page}</Fragment>
    case 'signed-out':
      return (
        <Navigate
          to="/login"
          replace
          state={pathname === sharePagePath && !hasLeft ? { waiting: pathname + search } : null}
        />
      )
    case 'unknown':
    case 'unreachable':
      return <Waiting unreachable={session.state === 'unreachable'} />
  }
}

function useHasBeenSignedIn({ state }: Session): boolean {
  const [hasBeen, setHasBeen] = useState(false)
  if (state === 'signed-in' && !hasBeen) setHasBeen(true)
  return hasBeen
}

/** The page to return to after the login: only a share page, because its content would otherwise be lost. */
function waitingPage(state: unknown): string | null {
  const hasWaiting = typeof state === 'object' && state !== null && 'waiting' in state
  return hasWaiting && typeof state.waiting === 'string' ? state.waiting : null
}

/**
 * Opens the socket while the call that identifies the user still runs, so that live events arrive before
 * pages fetch.
 */
function useSocketOf(session: Session): void {
  const open = useContext(SocketOpenerContext)
  const person = personWithSubscriber(session, useNow(minuteMs))
  // A layout effect opens the socket before the page's own effects fetch.
  useLayoutEffect(() => (person === null ? undefined : live.start(open)), [person, open])
}

/** The id of the user whose socket opens. Null for an expired company, to which the server sends no live events. */
function personWithSubscriber(session: Session, now: number): string | null {
  switch (session.state) {
    case 'signed-in':
      return hasSubscriptionExpired(session.user.company, now) ? null : String(session.user.id)
    case 'unknown':
      // While the server checks the stored token, the stored id already names its user.
      return readStoredValue('userId')
    case 'unreachable':
    case 'signed-out':
      return null
  }
}

function Waiting({ unreachable }: { unreachable: boolean }) {
  const { t } = useTranslation('shell')
  if (!unreachable) return <SkeletonRows rows={8} height={64} />
  return (
    <main>
      <ErrorState title={t('unreachable')} error={new ApiError(0, '')} onRetry={() => void resumeSession()} />
    </main>
  )
}
