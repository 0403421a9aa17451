import { Unplug } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { useWebhooks } from '../../lib/lists/webhooks'
import styles from './notice.module.css'

/** The bar that warns an admin of a disabled webhook; it remains until an admin enables or deletes it. */
export function WebhookNotice() {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const off = useWebhooks().data?.filter(({ offReason }) => offReason !== null) ?? []
  const [first] = off
  if (first === undefined || pathname === '/messages-api/webhooks') return null
  return (
    <div className={styles.notice} role="status">
      <Unplug size={18} strokeWidth={1.75} aria-hidden />
      <p>{t('webhookOff', { count: off.length, name: first.name })}</p>
      <Link to="/messages-api/webhooks">{t('seeWebhooks')}</Link>
    </div>
  )
}
