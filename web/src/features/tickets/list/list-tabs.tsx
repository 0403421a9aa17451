import { isAdmin } from '@balcao/domain/people'
import { Eye, ListFilter, SquarePen } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useViewer } from '../../../lib/session'
import { IconButton } from '../../../ui/icon-button'
import { lazyComponent } from '../../../ui/later'
import { TabRow } from '../../../ui/tab-row'
import type { TicketListViewProps } from '../list-view'
import { useOpenNewTicketDialog } from '../new-ticket'
import styles from './list-pane.module.css'

const FilterMenu = lazyComponent(() => import('./filter-menu').then((it) => it.TicketListFilterMenu))

export function TicketListTabs({ view, onChange }: TicketListViewProps) {
  const { t } = useTranslation('tickets')
  const mayShowAll = isAdmin(useViewer())
  const startTicket = useOpenNewTicketDialog()
  const [filterAnchor, setFilterAnchor] = useState<HTMLElement | null>(null)
  const isFiltered = view.queueIds !== undefined || view.unreadOnly
  return (
    <div className={styles.tabs}>
      <TabRow
        label={t('tabs.label')}
        className={styles.tabRow}
        tabClassName={styles.tab}
        chosen={view.tab}
        tabs={[
          { value: 'open', content: t('tabs.open') },
          { value: 'closed', content: t('tabs.closed') },
          { value: 'search', content: t('tabs.search') },
        ]}
        onChoose={(tab) => onChange({ tab })}
      />
      <div className={styles.tools}>
        <IconButton
          label={t('filter')}
          on={isFiltered}
          aria-haspopup="menu"
          aria-expanded={filterAnchor !== null}
          onClick={(event) => setFilterAnchor(event.currentTarget)}
        >
          <ListFilter size={20} strokeWidth={1.75} aria-hidden />
        </IconButton>
        {mayShowAll && (
          <IconButton
            label={t('showAll')}
            on={view.showAll}
            aria-pressed={view.showAll}
            onClick={() => onChange({ showAll: !view.showAll })}
          >
            <Eye size={20} strokeWidth={1.75} aria-hidden />
          </IconButton>
        )}
        <IconButton label={t('newTicket')} onClick={() => startTicket()}>
          <SquarePen size={20} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </div>
      {filterAnchor !== null && (
        <FilterMenu
          anchor={filterAnchor}
          view={view}
          onChange={onChange}
          onClose={() => setFilterAnchor(null)}
        />
      )}
    </div>
  )
}
