import { CircleDollarSign } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { NotificationGroup } from '../../features/tickets/notifications'
import { useWaitingPaymentCount } from '../../lib/lists/waiting-payments'
import styles from './drawer.module.css'
import notice from './notice.module.css'

export function WaitingPaymentsCount() {
  const { t } = useTranslation('shell')
  const count = useWaitingPaymentCount() ?? 0
  if (count === 0) return null
  return (
    <span className={styles.alert}>
      <CircleDollarSign size={16} strokeWidth={2} aria-hidden />
      <b aria-hidden>{count}</b>
      <span className="sr-only">{t('paymentsWait', { count })}</span>
    </span>
  )
}

/** Null for users other than the platform's owner. */
export function usePaymentNotifications(): NotificationGroup | null {
  const { t } = useTranslation('shell')
  const count = useWaitingPaymentCount() ?? 0
  if (count === 0) return null
  const words = t('paymentsWait', { count })
  return {
    kind: 'payments',
    count,
    words,
    line: (onGone) => (
      <div className={notice.notice} role="status">
        <CircleDollarSign size={18} strokeWidth={1.75} aria-hidden />
        <p>{words}</p>
        <Link to="/financeiro" onClick={onGone}>
          {t('seePayments')}
        </Link>
      </div>
    ),
  }
}
