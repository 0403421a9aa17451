import { holds } from '@balcao/domain/permissions'
import { Unplug } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { useConnections } from '../../lib/lists/connections'
import { useViewer } from '../../lib/session'
import styles from './notice.module.css'

/** The bar that tells an admin which numbers wait for somebody's hand; their own page says it in full. */
export function ConnectionNotice() {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const mayMend = holds(useViewer(), 'connections-page:actionButtons')
  const { data = [] } = useConnections()
  const down = data.filter(({ status }) => status === 'DISCONNECTED')
  if (!mayMend || down.length === 0 || pathname === '/connections') return null
  return (
    <div className={styles.notice} role="status">
      <Unplug size={18} strokeWidth={1.75} aria-hidden />
      <p>
        <b>{down.map(({ name }) => name).join(', ')}</b> {t('numbersDown', { count: down.length })}
      </p>
      <Link to="/connections">{t('seeConnections')}</Link>
    </div>
  )
}
