import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'
import { ApiError } from '../lib/api-error'
import { resumeSession, useSession } from '../lib/session'
import { ErrorState, SkeletonRows } from '../ui/states'

/** Login and its like: a signed-in person is sent to `/` (AUTH-03). */
export function PublicOnly({ page }: { page: ReactNode }) {
  const session = useSession()
  switch (session.state) {
    case 'signed-in':
      return <Navigate to="/" replace />
    case 'signed-out':
      return page
    case 'unknown':
    case 'unreachable':
      return <Waiting unreachable={session.state === 'unreachable'} />
  }
}

/** Every other page: a visitor is sent to `/login` (AUTH-02). */
export function SignedInOnly({ page }: { page: ReactNode }) {
  const session = useSession()
  switch (session.state) {
    case 'signed-in':
      // Another person, on a visit or back from it: nothing of the one before stays, the socket neither.
      return <Fragment key={session.user.id}>{page}</Fragment>
    case 'signed-out':
      return <Navigate to="/login" replace />
    case 'unknown':
    case 'unreachable':
      return <Waiting unreachable={session.state === 'unreachable'} />
  }
}

/** A token is stored, and the server has not said yet whose it is. */
function Waiting({ unreachable }: { unreachable: boolean }) {
  const { t } = useTranslation('shell')
  if (!unreachable) return <SkeletonRows rows={8} height={64} />
  return (
    <main>
      <ErrorState title={t('unreachable')} error={new ApiError(0, '')} onRetry={() => void resumeSession()} />
    </main>
  )
}
