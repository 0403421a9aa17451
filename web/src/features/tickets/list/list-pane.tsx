import { limits } from '@balcao/domain/limits'
import { isAdmin } from '@balcao/domain/people'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useViewer } from '../../../lib/session'
import { lazyComponent } from '../../../ui/later'
import { useVisibleQueues } from '../api/choices'
import { type TicketListUrlState, type TicketListViewProps, ticketListQueryOf } from '../list-view'
import { useTicketListUrlState } from '../use-list-view'
import styles from './list-pane.module.css'
import { TicketListTabs } from './list-tabs'
import { LiveTicketSubTabs } from './sub-tabs'
import { TicketList } from './ticket-list'
import { focusFirstTicketRow, rowFocusTargetAttribute } from './use-row-keys'

const SearchFields = lazyComponent(() => import('./search-fields').then((it) => it.TicketSearchFields))

interface ListPaneProps {
  readonly openUuid: string | undefined
  /** The tabs above the pane on a narrow screen: list and conversation. */
  readonly tabs: ReactNode
}

export function TicketListPane({ openUuid, tabs }: ListPaneProps) {
  const { view, change } = useTicketListUrlState()
  const withUsers = isAdmin(useViewer())
  const question = ticketListQueryOf(view)
  const restsUntil = useEarliestFetchTime(view)
  const pane = useFocusInList(openUuid)
  return (
    <section ref={pane} className={styles.pane}>
      {tabs}
      <TicketListTabs view={view} onChange={change} />
      {view.tab === 'open' && <LiveTicketSubTabs view={view} onChange={change} />}
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

/** Shows the active filters with a button that clears them, because a forgotten filter hides tickets. */
function ActiveFilters({ view, onChange }: TicketListViewProps) {
  const { t } = useTranslation('tickets')
  const queues = useVisibleQueues()
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

/** When a conversation closes and the focus is lost, focuses its row, or else the first row or the tab. */
function useFocusInList(openUuid: string | undefined): RefObject<HTMLElement | null> {
  const pane = useRef<HTMLElement>(null)
  const before = useRef(openUuid)
  // A layout effect runs before the paint, so the focus is never lost in between.
  useLayoutEffect(() => {
    const left = before.current
    before.current = openUuid
    if (left === undefined || openUuid !== undefined || document.activeElement !== document.body) return
    const row = pane.current?.querySelector<HTMLElement>(`a[href*="${left}"][${rowFocusTargetAttribute}]`)
    if (row !== null && row !== undefined) row.focus()
    else if (pane.current !== null && !focusFirstTicketRow(pane.current)) focusTab(pane.current)
  }, [openUuid])
  return pane
}

function focusTab(pane: HTMLElement): void {
  const chosen = [...pane.querySelectorAll<HTMLElement>('[role="tab"][aria-selected="true"]')]
  chosen.at(-1)?.focus()
}

/**
 * The time until which the list fetches nothing, in milliseconds since 1970: 500 ms after the last change of a tab
 * or filter (GEN-10). The search field debounces its text itself.
 */
export function useEarliestFetchTime(view: TicketListUrlState): number {
  const filters = JSON.stringify({ ...view, text: '' })
  const last = useRef({ filters, restsUntil: 0 })
  if (last.current.filters !== filters)
    last.current = { filters, restsUntil: Date.now() + limits.searchDebounce }
  return last.current.restsUntil
}
