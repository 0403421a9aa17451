import { type SharedContentProblem, sharedContentProblems } from '@balcao/contract/share'
import { limits } from '@balcao/domain/limits'
import type { TFunction } from 'i18next'
import { Share2 } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { isOnSupportVisit, useUser } from '../../lib/session'
import { ButtonLink } from '../../ui/button'
import { PageLayout } from '../../ui/page'
import { EmptyState, ErrorState, ScreenStateLayout, SkeletonRows } from '../../ui/states'
import { useWaitingShares } from './api/shares'
import type { SharePageComponents } from './parts'
import { registerShareServiceWorker } from './receive-shares'
import { ShareToTicket } from './share-to-ticket'

export function SharePage(parts: SharePageComponents) {
  const { t } = useTranslation('shares')
  const [params] = useSearchParams()
  const problem = problemIn(params)
  const isVisit = isOnSupportVisit(useUser())
  const { data: waiting, error, refetch } = useWaitingShares()
  // Registers the service worker that receives shares. Content shared before that is lost, and must be shared again.
  useEffect(() => void registerShareServiceWorker(), [])

  if (error !== null)
    return <ErrorState title={t('readFailed')} error={error} onRetry={() => void refetch()} />
  if (waiting === undefined) return <SkeletonRows rows={4} height={64} />
  const asked = waiting.find(({ id }) => id === params.get('id'))
  const isGone = params.has('id') && asked === undefined
  const shown = asked ?? waiting[0]
  const toTickets = <ButtonLink to="/tickets">{t('toTickets')}</ButtonLink>
  if (shown === undefined)
    return (
      <PageLayout>
        {problem === null ? (
          <EmptyState
            icon={Share2}
            title={t('empty')}
            text={t(isVisit ? 'onVisit' : isGone ? 'gone' : 'howTo')}
          >
            {toTickets}
          </EmptyState>
        ) : (
          <div role="alert">
            <ScreenStateLayout icon={Share2} title={t('nothingCame')} text={problemText(problem, t)}>
              {toTickets}
            </ScreenStateLayout>
          </div>
        )}
      </PageLayout>
    )
  return (
    <ShareToTicket
      key={shown.id}
      share={shown}
      others={waiting.filter((one) => one !== shown)}
      trouble={
        problem !== null ? `${t('laterFailed')} ${problemText(problem, t)}` : isGone ? t('otherGone') : null
      }
      {...parts}
    />
  )
}

function problemIn(params: URLSearchParams): SharedContentProblem | null {
  return sharedContentProblems.find((problem) => problem === params.get('problem')) ?? null
}

function problemText(problem: SharedContentProblem, t: TFunction<'shares'>): string {
  const { waiting, bytes } = limits.share
  return t(`problems.${problem}`, { waiting, megabytes: bytes / 2 ** 20 })
}
