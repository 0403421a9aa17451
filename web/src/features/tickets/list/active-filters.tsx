import { useTranslation } from 'react-i18next'
import { useOwnQueues } from '../api/choices'
import type { ListView } from '../list-view'
import styles from './list-pane.module.css'

interface ActiveFiltersProps {
  readonly view: ListView
  readonly onChange: (part: Partial<ListView>) => void
}

/** Shows the active filters with a way to clear them: a forgotten filter hides customers. */
export function ActiveFilters({ view, onChange }: ActiveFiltersProps) {
  const { t } = useTranslation('tickets')
  const queues = useOwnQueues()
  if (view.queueIds === undefined && !view.unreadOnly) return null

  const names = queues.filter(({ id }) => view.queueIds?.includes(id)).map(({ name }) => name)
  const queueWords =
    view.queueIds === undefined ? [] : [names.length === 0 ? t('onlyNoQueue') : names.join(', ')]
  const words = [...queueWords, ...(view.unreadOnly ? [t('unreadOnly')] : [])].join(' · ')
  return (
    <p className={styles.active}>
      <span title={words}>{words}</span>
      <button type="button" onClick={() => onChange({ queueIds: undefined, unreadOnly: false })}>
        {t('clearFilters')}
      </button>
    </p>
  )
}
