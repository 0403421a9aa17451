import { subscribe } from '@balcao/contract/billing'
import { holds } from '@balcao/domain/permissions'
import { CalendarClock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { daysToWarnOf } from '../../features/auth/due-soon'
import { fullDate } from '../../lib/dates'
import { useMayCall, useUser, viewerOf } from '../../lib/session'
import { useNow } from '../../lib/timers'
import styles from './notice.module.css'

const hour = 3_600_000

/** The bar that warns an admin that the subscription ends soon, after the login's toast (AUTH-10). */
export function DueNotice() {
  const { t } = useTranslation('shell')
  const user = useUser()
  const mayPay = useMayCall(subscribe)
  const days = daysToWarnOf(user.company, useNow(hour))
  if (days === null || !holds(viewerOf(user), 'settings.manage')) return null
  const { dueDate, timeZone } = user.company
  return (
    <div className={styles.notice} role="status">
      <CalendarClock size={18} strokeWidth={1.75} aria-hidden />
      <p>
        <b>{t('dueNotice', { count: days, date: fullDate(dueDate, timeZone) })}</b> {t('dueMeaning')}
      </p>
      {mayPay && <Link to="/financeiro">{t('payNow')}</Link>}
    </div>
  )
}
