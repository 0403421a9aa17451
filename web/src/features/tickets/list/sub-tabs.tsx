import { useTranslation } from 'react-i18next'
import { TabRow } from '../../../ui/tab-row'
import { useTicketCounts } from '../api/count-tickets'
import type { ListView } from '../list-view'
import styles from './list-pane.module.css'

interface SubTabsProps {
  readonly view: ListView
  readonly onChange: (part: Partial<ListView>) => void
}

/** Assigned and pending, each with its live count (TICKET-05). */
export function SubTabs({ view, onChange }: SubTabsProps) {
  const { t } = useTranslation('tickets')
  const counts = useTicketCounts(view)
  return (
    <div className={styles.sub}>
      <TabRow
        label={t('subTabs.label')}
        className={styles.segments}
        tabClassName={styles.segment}
        chosen={view.sub}
        tabs={[
          { value: 'assigned', content: <Counted words={t('subTabs.assigned')} count={counts?.open} /> },
          { value: 'pending', content: <Counted words={t('subTabs.pending')} count={counts?.pending} /> },
        ]}
        onChoose={(sub) => onChange({ sub })}
      />
    </div>
  )
}

function Counted({ words, count }: { words: string; count: number | undefined }) {
  return (
    <>
      {words} {count !== undefined && <span className={styles.count}>{count}</span>}
    </>
  )
}
