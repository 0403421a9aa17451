import { useCallback, useEffect, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useViewer } from '../../lib/session'
import { useUrlParams } from '../../lib/use-url-params'
import { type ListView, readListView, writeListView } from './list-view'

/** The fragment of an address that leads to a message of the conversation. */
export function addressOfMessage(messageId: number | undefined): string {
  return messageId === undefined ? '' : `#message-${messageId}`
}

/** The state of a history entry: the tabs of a narrow screen. */
interface ListState {
  readonly uuid?: string | undefined
  readonly showsWelcome?: boolean
}

export function useListState(): ListState {
  return (useLocation().state ?? {}) as ListState // only this module writes it, below
}

/** Reads the view of the list from the URL, and writes it back. */
export function useListView() {
  const { params, change } = useUrlParams()
  const { state } = useLocation()
  const viewer = useViewer()
  const view = useMemo(() => readListView(params, viewer), [params, viewer])
  return {
    view,
    change: (part: Partial<ListView>) =>
      change((newest) => writeListView({ ...readListView(newest, viewer), ...part }, viewer), {
        replace: true,
        state,
      }),
  }
}

/** The address of the ticket area as drawn last; undefined while another page shows. */
let drawn: { readonly pathname: string; readonly search: string } | undefined

/**
 * Keeps the address for `leave`. The ticket area calls it. React ends layout effects while a part of the area still
 * loads, so this is an effect of the other kind.
 */
export function useDrawnAddress(): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    drawn = { pathname, search }
    return () => {
      drawn = undefined
    }
  }, [pathname, search])
}

/** Opens and leaves tickets; the list keeps its view. */
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
    /** Opens a ticket that just became one's own: the list switches to the tab that contains it. */
    openOwn: (uuid: string) => {
      const own = {
        ...readListView(new URLSearchParams(search), viewer),
        tab: 'open',
        sub: 'assigned',
      } as const
      void navigate({ pathname: `/tickets/${uuid}`, search: writeListView(own, viewer).toString() })
    },
    /** Opens the ticket into which the open one was merged; replaces the old address in the history. */
    follow: useCallback(
      (uuid: string) => void navigate({ pathname: `/tickets/${uuid}`, search }, { replace: true }),
      [navigate, search],
    ),
    /** Shows the list by its tab: the other tab leads back to this conversation. */
    showList: useCallback(
      (uuid: string | undefined) =>
        void navigate({ pathname: '/tickets', search }, { state: { uuid } satisfies ListState }),
      [navigate, search],
    ),
    /** Shows the tab of the conversation while none is open. */
    showWelcome: useCallback(
      () =>
        void navigate(
          { pathname: '/tickets', search },
          { state: { showsWelcome: true } satisfies ListState },
        ),
      [navigate, search],
    ),
    /**
     * Closes this ticket if it is still the open one. The answer to an act may arrive after its event has closed the
     * ticket, and the person is elsewhere by then.
     */
    leave: useCallback(
      (uuid: string) => {
        if (drawn?.pathname !== `/tickets/${uuid}`) return
        void navigate({ pathname: '/tickets', search: drawn.search })
      },
      [navigate],
    ),
  }
}
