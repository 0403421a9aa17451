import type { SessionUser } from '@balcao/contract/people'
import { endSupportVisit } from '@balcao/contract/support'
import { hasPermission } from '@balcao/domain/permissions'
import { useMutation } from '@tanstack/react-query'
import { Headset } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { call } from '../../lib/call'
import { timeOfDay } from '../../lib/dates'
import { handleSessionOver, isOnSupportVisit, useUser, viewerOf } from '../../lib/session'
import { after } from '../../lib/timers'
import { showError, showToast } from '../../ui/toasts'
import { ShellNotice } from './notice'

type Visit = NonNullable<SessionUser['company']['support']>

export function SupportVisitNotice() {
  const user = useUser()
  const visit = user.company.support
  if (visit === null) return null
  return isOnSupportVisit(user) ? (
    <OwnVisit visit={visit} company={user.company.name} />
  ) : (
    <OthersVisit visit={visit} mayEnd={hasPermission(viewerOf(user), 'settings.manage')} />
  )
}

function OwnVisit({ visit, company }: { readonly visit: Visit; readonly company: string }) {
  const { t } = useTranslation('shell')
  const goTo = useNavigate()
  const leave = useMutation({
    mutationFn: handleSessionOver,
    onSuccess: () => goTo('/settings?tab=companies'),
  })
  const { until } = visit
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each visit
  useEffect(
    () =>
      after(Math.max(0, Date.parse(until) - Date.now()), () => {
        showToast('info', t('visitOver'))
        leave.mutate()
      }),
    [until],
  )
  return (
    <ShellNotice icon={Headset} tone="visit">
      <p>
        <b>{t('visitSelf', { company, time: timeOfDay(until) })}</b> {t('visitSelfMeaning')}
      </p>
      <button type="button" disabled={leave.isPending} onClick={() => leave.mutate()}>
        {t('visitLeave')}
      </button>
    </ShellNotice>
  )
}

function OthersVisit({ visit, mayEnd }: { readonly visit: Visit; readonly mayEnd: boolean }) {
  const { t } = useTranslation('shell')
  const end = useMutation({
    mutationFn: () => call(endSupportVisit),
    onSuccess: () => showToast('success', t('visitEnded')),
    onError: showError,
  })
  return (
    <ShellNotice icon={Headset} tone="visit">
      <p>
        <b>{t('visitOther', { name: visit.name, time: timeOfDay(visit.until) })}</b>{' '}
        {t('visitReason', { reason: visit.reason })}
      </p>
      {mayEnd && (
        <button type="button" disabled={end.isPending} onClick={() => end.mutate()}>
          {t('visitEnd')}
        </button>
      )}
    </ShellNotice>
  )
}
