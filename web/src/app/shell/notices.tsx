import { createSubscription } from '@balcao/contract/billing'
import { sharePagePath } from '@balcao/contract/share'
import { hasPermission } from '@balcao/domain/permissions'
import { storagePercent, storageWarning } from '@balcao/domain/storage'
import { CalendarClock, HardDrive, MailWarning, Share2, Unplug, WifiOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { daysUntilDueIfSoon } from '../../features/auth/due-soon'
import { useWaitingShares } from '../../features/shares/api/shares'
import { fullDate, timeOfDay } from '../../lib/dates'
import { formatFileSize } from '../../lib/file-size'
import { useDeadLetters } from '../../lib/lists/dead-letters'
import { useStorageUsage } from '../../lib/lists/storage'
import { useWebhooks } from '../../lib/lists/webhooks'
import { useLiveSocketState } from '../../lib/live'
import { useMayCall, useUser, viewerOf } from '../../lib/session'
import { useHasElapsed, useNow } from '../../lib/timers'
import { ShellNotice } from './notice'

const hourMs = 3_600_000

/**
 * Warns admins that the subscription ends soon. The notice stays after the toast that the login shows
 * (AUTH-10).
 */
export function DueDateNotice() {
  const { t } = useTranslation('shell')
  const user = useUser()
  const mayPay = useMayCall(createSubscription)
  const days = daysUntilDueIfSoon(user.company, useNow(hourMs))
  if (days === null || !hasPermission(viewerOf(user), 'settings.manage')) return null
  const { dueDate, timeZone } = user.company
  return (
    <ShellNotice icon={CalendarClock}>
      <p>
        <b>{t('dueNotice', { count: days, date: fullDate(dueDate, timeZone) })}</b> {t('dueMeaning')}
      </p>
      {mayPay && <Link to="/financeiro">{t('payNow')}</Link>}
    </ShellNotice>
  )
}

export function StorageLimitNotice() {
  const { t } = useTranslation('shell')
  const { data } = useStorageUsage()
  const warning = data === undefined ? null : storageWarning(data)
  if (data === undefined || warning === null) return null
  const words = {
    percent: storagePercent(data),
    used: formatFileSize(data.usedBytes ?? 0),
    limit: formatFileSize(data.limitBytes ?? 0),
  }
  return (
    <ShellNotice icon={HardDrive}>
      <p>{t(warning === 'full' ? 'storageNone' : 'storageNearlyFull', words)}</p>
      <Link to="/subscription">{t('seePlan')}</Link>
    </ShellNotice>
  )
}

/**
 * Warns of dead letters: events from WhatsApp that the server failed to process. An admin replays or
 * dismisses them.
 */
export function DeadLetterNotice() {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const count = useDeadLetters().data?.count ?? 0
  if (count === 0 || pathname === '/connections/dead-letters') return null
  return (
    <ShellNotice icon={MailWarning}>
      <p>{t('deadLetters', { count })}</p>
      <Link to="/connections/dead-letters">{t('seeDeadLetters')}</Link>
    </ShellNotice>
  )
}

export function DisabledWebhookNotice() {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const off = useWebhooks().data?.filter(({ offReason }) => offReason !== null) ?? []
  const [first] = off
  if (first === undefined || pathname === '/messages-api/webhooks') return null
  return (
    <ShellNotice icon={Unplug}>
      <p>{t('webhookOff', { count: off.length, name: first.name })}</p>
      <Link to="/messages-api/webhooks">{t('seeWebhooks')}</Link>
    </ShellNotice>
  )
}

export function WaitingSharesNotice() {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const count = useWaitingShares().data?.length ?? 0
  if (count === 0 || pathname === sharePagePath) return null
  return (
    <ShellNotice icon={Share2} tone="visit">
      <p>{t('shareWaits', { count })}</p>
      <Link to={sharePagePath}>{t('chooseTicket')}</Link>
    </ShellNotice>
  )
}

/** Warns while live events are interrupted. An interruption of under 3 seconds does not show. */
export function LiveEventsInterruptedNotice() {
  const live = useLiveSocketState()
  return live.state === 'lost' ? <LostNotice since={live.since} /> : null
}

function LostNotice({ since }: { since: number }) {
  const { t } = useTranslation('shell')
  const isLong = useHasElapsed(3_000)
  if (!isLong) return null
  return (
    <ShellNotice icon={WifiOff}>
      <p>
        <b>{t('offlineSince', { time: timeOfDay(since) })}</b> {t('offlineMeaning')}
      </p>
      <button type="button" onClick={() => window.location.reload()}>
        {t('common:reload')}
      </button>
    </ShellNotice>
  )
}
