import { CircleDollarSign } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { NotificationGroup } from '../../features/tickets/notifications'
import { useWaitingPaymentCount } from '../../lib/lists/waiting-payments'
import { AlertBadge } from './drawer-link'
import { ShellNotice } from './notice'

export function WaitingPaymentsCount() {
  const { t } = useTranslation('shell')
  const count = useWaitingPaymentCount() ?? 0
  return <AlertBadge icon={CircleDollarSign} count={count} words={t('paymentsWait', { count })} />
}

/**
 * A notification of payments that need the platform owner's attention. Null without any, and for all other
 * users.
 */
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
      <ShellNotice icon={CircleDollarSign}>
        <p>{words}</p>
        <Link to="/financeiro" onClick={onGone}>
          {t('seePayments')}
        </Link>
      </ShellNotice>
    ),
  }
}
