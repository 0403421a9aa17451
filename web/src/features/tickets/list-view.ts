import { shouldShowAllTicketsByDefault, type TicketListFilter } from '@balcao/contract/ticket-list-reducer'
import type { QueueId, TagId, UserId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { isAdmin, type Viewer } from '@balcao/domain/people'
import {
  type LiveTicketStatus,
  liveTicketStatuses,
  type TicketStatus,
  ticketStatuses,
  type TicketListName as View,
} from '@balcao/domain/tickets'

/** The sub-tabs of the tab `open` (live tickets), one for each status. These names are part of URLs. */
export type LiveTicketSubTab = Exclude<LiveTicketStatus, 'open'> | 'assigned'
export const liveTicketSubTabs = liveTicketStatuses.map(
  (status): LiveTicketSubTab => (status === 'open' ? 'assigned' : status),
)

export function statusOfLiveTicketSubTab(sub: LiveTicketSubTab): LiveTicketStatus {
  return sub === 'assigned' ? 'open' : sub
}

/** The state of the list pane. It lives in the URL, so that links, reloads and Back restore it. */
export interface TicketListUrlState {
  readonly tab: 'open' | 'closed' | 'search'
  readonly sub: LiveTicketSubTab
  readonly showAll: boolean
  /** The queues to list; undefined for all queues that the viewer serves (TICKET-41). */
  readonly queueIds: readonly QueueId[] | undefined
  readonly unreadOnly: boolean
  readonly text: string
  readonly tags: readonly TagId[]
  readonly users: readonly UserId[]
}

export function readTicketListUrlState(params: URLSearchParams, viewer: Viewer): TicketListUrlState {
  const tab = params.get('tab')
  return {
    tab: tab === 'closed' || tab === 'search' ? tab : 'open',
    sub: liveTicketSubTabs.find((sub) => sub === params.get('sub')) ?? 'assigned',
    showAll:
      isAdmin(viewer) &&
      (params.has('all') ? params.get('all') === '1' : shouldShowAllTicketsByDefault(viewer)),
    queueIds: params.has('queues') ? idsIn<QueueId>(params.get('queues')) : undefined,
    unreadOnly: params.get('unread') === '1',
    text: params.get('q') ?? '',
    tags: idsIn<TagId>(params.get('tags')),
    users: isAdmin(viewer) ? idsIn<UserId>(params.get('users')) : [],
  }
}

function idsIn<Id extends number>(text: string | null): readonly Id[] {
  const numbers = (text ?? '').split(',').map(Number)
  // The ids were checked to be positive integers; the type guard adds the brand.
  return numbers.filter((id): id is Id => Number.isInteger(id) && id > 0)
}

export function writeTicketListUrlState(view: TicketListUrlState, viewer: Viewer): URLSearchParams {
  const params = new URLSearchParams()
  if (view.tab !== 'open') params.set('tab', view.tab)
  if (view.sub !== 'assigned') params.set('sub', view.sub)
  if (view.showAll !== shouldShowAllTicketsByDefault(viewer)) params.set('all', view.showAll ? '1' : '0')
  if (view.queueIds !== undefined) params.set('queues', view.queueIds.join(','))
  if (view.unreadOnly) params.set('unread', '1')
  if (view.text !== '') params.set('q', view.text)
  if (view.tags.length > 0) params.set('tags', view.tags.join(','))
  if (view.users.length > 0) params.set('users', view.users.join(','))
  return params
}

/** The name that the rules in `@balcao/domain` use for the list of this tab. */
export function ticketListNameOf({ tab, sub }: Pick<TicketListUrlState, 'tab' | 'sub'>): View {
  return tab === 'open' ? statusOfLiveTicketSubTab(sub) : tab
}

/** The statuses to subscribe to. The tab `open` needs all live ones, because every sub-tab shows a count. */
export function subscribedStatusesOf({ tab }: Pick<TicketListUrlState, 'tab'>): readonly TicketStatus[] {
  if (tab === 'open') return liveTicketStatuses
  return tab === 'closed' ? ['closed'] : ticketStatuses
}

/** The query of the view; undefined while a search has no criterion (TICKET-07). */
export function ticketListQueryOf(view: TicketListUrlState): TicketListQuery | undefined {
  const search = view.text.trim()
  const isSearch = view.tab === 'search'
  if (isSearch && search.length > 0 && search.length < limits.searchMinimum) return undefined
  if (isSearch && search === '' && view.tags.length === 0 && view.users.length === 0) return undefined
  const listed = ticketListNameOf(view)
  return {
    status: listed === 'search' ? undefined : listed,
    showAll: view.showAll,
    withUnreadMessages: view.unreadOnly,
    queueIds: view.queueIds,
    searchParam: isSearch ? search : '',
    tags: isSearch ? view.tags : [],
    users: isSearch ? view.users : [],
  }
}

export interface TicketListViewProps {
  readonly view: TicketListUrlState
  readonly onChange: (part: Partial<TicketListUrlState>) => void
}

export interface TicketListQuery {
  readonly status: TicketStatus | undefined
  readonly showAll: boolean
  readonly withUnreadMessages: boolean
  readonly queueIds: readonly QueueId[] | undefined
  readonly searchParam: string
  readonly tags: readonly TagId[]
  readonly users: readonly UserId[]
}

export function liveEventFilterOf(question: TicketListQuery, viewer: Viewer): TicketListFilter {
  return {
    view: question.status ?? 'search',
    viewer,
    showAll: question.showAll,
    queueIds: question.queueIds,
    unreadOnly: question.withUnreadMessages,
  }
}
