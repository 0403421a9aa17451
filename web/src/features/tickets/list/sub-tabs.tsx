import { limits } from '@balcao/domain/limits'
import { isAdmin } from '@balcao/domain/people'
import { useTranslation } from 'react-i18next'
import { useViewer } from '../../../lib/session'
import { useDebounced } from '../../../lib/timers'
import { TabRow } from '../../../ui/tab-row'
import { useTicketCounts } from '../api/count-tickets'
import { liveTicketSubTabs, statusOfLiveTicketSubTab, type TicketListViewProps } from '../list-view'
import styles from './list-pane.module.css'

export function LiveTicketSubTabs({ view, onChange }: TicketListViewProps) {
  const { t } = useTranslation('tickets')
  const counts = useTicketCounts(useDebounced(view, limits.searchDebounce))
  const isAdmins = isAdmin(useViewer())
  return (
    <>
      <div className={styles.sub}>
        <TabRow
          label={t('subTabs.label')}
          className={styles.segments}
          tabClassName={styles.segment}
          chosen={view.sub}
          tabs={liveTicketSubTabs.map((sub) => ({
            value: sub,
            content: <Counted words={t(`subTabs.${sub}`)} count={counts?.[statusOfLiveTicketSubTab(sub)]} />,
          }))}
          onChoose={(sub) => onChange({ sub })}
        />
      </div>
      {isAdmins && view.sub === 'pending' && view.queueIds === undefined && (
        <WithoutQueue count={counts?.unqueued ?? 0} onSee={() => onChange({ queueIds: [] })} />
      )}
    </>
  )
}

function Counted({ words, count }: { words: string; count: number | undefined }) {
  return (
    <>
      {words} {count !== undefined && <span className={styles.count}>{count}</span>}
    </>
  )
}

/** The number of tickets without a queue, for admins: such a ticket is in no attendant's queue (BOT-04). */
function WithoutQueue({ count, onSee }: { count: number; onSee: () => void }) {
  const { t } = useTranslation('tickets')
  if (count === 0) return null
  return (
    <p className={styles.active}>
      <span>{t('withoutQueue', { count })}</span>
      <button type="button" onClick={onSee}>
        {t('seeWithoutQueue')}
      </button>
    </p>
  )
}
