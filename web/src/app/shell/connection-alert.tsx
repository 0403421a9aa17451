import { needsAttention } from '@balcao/domain/connections'
import { limits } from '@balcao/domain/limits'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useConnections } from '../../lib/lists/connections'
import { useRested } from '../../lib/timers'
import styles from './drawer.module.css'

/**
 * The number of connections that need a person, in the drawer. It shows two seconds after the list is loaded, so that a new
 * page raises no false alarm (SHELL-33); nothing while all work.
 */
export function ConnectionAlert() {
  const { t } = useTranslation('shell')
  const { data = [] } = useConnections()
  const now = data.filter(({ status }) => needsAttention(status)).length
  const rested = useRested(now, limits.connectionAlertAfter)
  const count = Math.min(now, rested)
  if (count === 0) return null
  return (
    <span className={styles.alert}>
      <TriangleAlert size={16} strokeWidth={2} aria-hidden />
      <b aria-hidden>{count}</b>
      <span className="sr-only">{t('connectionsDown', { count })}</span>
    </span>
  )
}
