import { isAdmin } from '@balcao/domain/people'
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

const SearchFields = later(() => import('./search-fields').then((it) => it.SearchFields))

/** Tabs, filters and the list they make (TICKET-04 to TICKET-06). */
export function ListPane({ openUuid }: { openUuid: string | undefined }) {
  const { view, change } = useListView()
  const withUsers = isAdmin(useViewer())
  const question = questionOf(view)
  const pane = useFocusInList(openUuid)
  return (
    <section ref={pane} className={styles.pane}>
      <ListTabs view={view} onChange={change} />
      {view.tab === 'open' && <SubTabs view={view} onChange={change} />}
      {view.tab === 'search' && <SearchFields view={view} onChange={change} withUsers={withUsers} />}
      <ActiveFilters view={view} onChange={change} />
      {/* Another question is another list: its scroll, its pages and what it holds back begin anew. */}
      <TicketList
        key={JSON.stringify(question ?? null)}
        question={question}
        view={view}
        onChange={change}
        openUuid={openUuid}
      />
    </section>
  )
}
