import { MailWarning } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { useDeadLetters } from '../../lib/lists/dead-letters'
import styles from './notice.module.css'

/** The bar that shows admins that dead letters wait; users who may not act never see it. */
export function DeadLetterNotice() {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const count = useDeadLetters().data?.count ?? 0
  if (count === 0 || pathname === '/connections/dead-letters') return null
  return (
    <div className={styles.notice} role="status">
      <MailWarning size={18} strokeWidth={1.75} aria-hidden />
      <p>{t('deadLetters', { count })}</p>
      <Link to="/connections/dead-letters">{t('seeDeadLetters')}</Link>
    </div>
  )
}
