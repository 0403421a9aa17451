import { sharePage } from '@balcao/contract/share'
import { Share2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { useWaitingShares } from '../../features/shares/api/shares'
import styles from './notice.module.css'

/** The bar on every page that reports a share without a ticket. */
export function ShareNotice() {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const count = useWaitingShares().data?.length ?? 0
  if (count === 0 || pathname === sharePage) return null
  return (
    <div className={styles.notice} data-tone="visit" role="status">
      <Share2 size={18} strokeWidth={1.75} aria-hidden />
      <p>{t('shareWaits', { count })}</p>
      <Link to={sharePage}>{t('chooseTicket')}</Link>
    </div>
  )
}
