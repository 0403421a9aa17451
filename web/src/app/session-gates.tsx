import { sharePagePath } from '@balcao/contract/share'
import { Fragment, type ReactNode, useContext, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation } from 'react-router'
import { ApiError } from '../lib/api-error'
import { readStored } from '../lib/browser-storage'
import { live } from '../lib/live'
import { hasVisitExpired, resumeSession, type Session, useSession } from '../lib/session'
import { minute, useNow } from '../lib/timers'
import { ErrorState, SkeletonRows } from '../ui/states'
import { SocketOpener } from './socket-opener'

/** The login and similar pages: redirects a signed-in user to `/` (AUTH-03), or back to their share. */
export function PublicOnly({ page }: { page: ReactNode }) {
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

/** Every other page: redirects a visitor to `/login` (AUTH-02). */
export function SignedInOnly({ page }: { page: ReactNode }) {
  const session = useSession()
  const { pathname, search } = useLocation()
  useSocketOf(session)
  const hasLeft = useHasBeenSignedIn(session) // a sign-out deletes the waiting page too
  switch (session.state) {
    case 'signed-in':
      // Another person, a visit or its end: remounts the page, so that no state of the former person remains.
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

/** The page that waits behind the login: only a share, which would otherwise be forgotten. */
function waitingPage(state: unknown): string | null {
  const hasWaiting = typeof state === 'object' && state !== null && 'waiting' in state
  return hasWaiting && typeof state.waiting === 'string' ? state.waiting : null
}

/** One socket for each person, opened in parallel to the question who it is: pages then fetch once, when events arrive. */
function useSocketOf(session: Session): void {
  const open = useContext(SocketOpener)
  const person = personWithSubscriber(session, useNow(minute))
  // Before the page's own effects, which fetch.
  useLayoutEffect(() => (person === null ? undefined : live.start(open)), [person, open])
}

/** The person of the socket; the server gives no subscriber to a company whose time is over. */
function personWithSubscriber(session: Session, now: number): string | null {
  switch (session.state) {
    case 'signed-in':
      return hasVisitExpired(session.user.company, now) ? null : String(session.user.id)
    case 'unknown':
      return readStored('userId') // stored with the token
    case 'unreachable':
    case 'signed-out':
      return null
  }
}

/** A token is stored, and the server has not answered yet whose it is. */
function Waiting({ unreachable }: { unreachable: boolean }) {
  const { t } = useTranslation('shell')
  if (!unreachable) return <SkeletonRows rows={8} height={64} />
  return (
    <main>
      <ErrorState title={t('unreachable')} error={new ApiError(0, '')} onRetry={() => void resumeSession()} />
    </main>
  )
}
