import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useViewer } from '../../lib/session'
import { type ListView, readListView, writeListView } from './list-view'

/** The part of an address that leads to a message of the conversation. */
export function addressOfMessage(messageId: number | undefined): string {
  return messageId === undefined ? '' : `#message-${messageId}`
}

/** What an entry of the history remembers of the tabs of a narrow screen. */
interface ListState {
  readonly uuid?: string | undefined
  readonly showsWelcome?: boolean
}

export function useListState(): ListState {
  return (useLocation().state ?? {}) as ListState // written below and nowhere else
}

/** What the list shows, read from the address and written back to it. */
export function useListView() {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const viewer = useViewer()
  const view = useMemo(() => readListView(params, viewer), [params, viewer])
  const change = (part: Partial<ListView>) =>
    setParams(writeListView({ ...view, ...part }, viewer), { replace: true, state })
  return { view, change }
}

/** Going to a ticket and away from it; the list keeps its view. */
export function useTicketNavigation() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const viewer = useViewer()
  return {
    search,
    open: useCallback(
      (uuid: string) => void navigate({ pathname: `/tickets/${uuid}`, search }),
      [navigate, search],
    ),
    /** To a ticket that just became one's own: the list shows where it stands now. */
    openOwn: (uuid: string) => {
      const own = {
        ...readListView(new URLSearchParams(search), viewer),
        tab: 'open',
        sub: 'assigned',
      } as const
      void navigate({ pathname: `/tickets/${uuid}`, search: writeListView(own, viewer).toString() })
    },
    /** To the ticket into which the open one went; going back does not come by the old address. */
    follow: useCallback(
      (uuid: string) => void navigate({ pathname: `/tickets/${uuid}`, search }, { replace: true }),
      [navigate, search],
    ),
    /** To the list by its tab: the other tab leads back to this conversation. */
    showList: useCallback(
      (uuid: string | undefined) =>
        void navigate({ pathname: '/tickets', search }, { state: { uuid } satisfies ListState }),
      [navigate, search],
    ),
    /** To the tab of the conversation while none is open. */
    showWelcome: useCallback(
      () =>
        void navigate(
          { pathname: '/tickets', search },
          { state: { showsWelcome: true } satisfies ListState },
        ),
      [navigate, search],
    ),
    leave: useCallback(() => void navigate({ pathname: '/tickets', search }), [navigate, search]),
  }
}
