import { needsAttention } from '@balcao/domain/connections'
import { limits } from '@balcao/domain/limits'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useConnections } from '../../lib/lists/connections'
import { useRested } from '../../lib/timers'
import styles from './drawer.module.css'

/** How many connections want somebody, as the drawer shows it, two seconds after the list is known, so that a page just opened
 *  does not cry wolf (SHELL-33); nothing while all is well. */
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
