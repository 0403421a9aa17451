import { isAdmin } from '@balcao/domain/people'
import type { ReactNode } from 'react'
import { useViewer } from '../../../lib/session'
import { later } from '../../../ui/later'
import { questionOf } from '../list-view'
import { useListView } from '../use-list-view'
import { ActiveFilters } from './active-filters'
import styles from './list-pane.module.css'
import { ListTabs } from './list-tabs'
import { SubTabs } from './sub-tabs'
import { TicketList } from './ticket-list'
import { useFocusInList } from './use-focus-in-list'
import { useListRest } from './use-list-rest'

const SearchFields = later(() => import('./search-fields').then((it) => it.SearchFields))

interface ListPaneProps {
  readonly openUuid: string | undefined
  /** The tabs of a narrow screen, above everything. */
  readonly tabs: ReactNode
}

/** Tabs, filters and the list that they select (TICKET-04 to TICKET-06). */
export function ListPane({ openUuid, tabs }: ListPaneProps) {
  const { view, change } = useListView()
  const withUsers = isAdmin(useViewer())
  const question = questionOf(view)
  const restsUntil = useListRest(view)
  const pane = useFocusInList(openUuid)
  return (
    <section ref={pane} className={styles.pane}>
      {tabs}
      <ListTabs view={view} onChange={change} />
      {view.tab === 'open' && <SubTabs view={view} onChange={change} />}
      {view.tab === 'search' && <SearchFields view={view} onChange={change} withUsers={withUsers} />}
      <ActiveFilters view={view} onChange={change} />
      {/* A new question remounts the list: its scroll, pages and held rows start anew. */}
      <TicketList
        key={JSON.stringify(question ?? null)}
        question={question}
        restsUntil={restsUntil}
        view={view}
        onChange={change}
        openUuid={openUuid}
      />
    </section>
  )
}
