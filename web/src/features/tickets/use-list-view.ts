import { useCallback, useEffect, useMemo } from 'react'
import { type NavigateOptions, useLocation, useNavigate } from 'react-router'
import { useViewer } from '../../lib/session'
import { useUrlParams } from '../../lib/use-url-params'
import { readTicketListUrlState, type TicketListUrlState, writeTicketListUrlState } from './list-view'

/** The fragment of a ticket's address that leads to a message. */
export function urlFragmentOfMessage(messageId: number | undefined): string {
  return messageId === undefined ? '' : `#message-${messageId}`
}

interface ListState {
  readonly uuid?: string | undefined
  readonly showsWelcome?: boolean
}

export function useTicketListHistoryState(): ListState {
  // Only this module writes the state of these addresses, so the cast is safe.
  return (useLocation().state ?? {}) as ListState
}

export function useTicketListUrlState() {
  const { params, change } = useUrlParams()
  const { state } = useLocation()
  const viewer = useViewer()
  const view = useMemo(() => readTicketListUrlState(params, viewer), [params, viewer])
  return {
    view,
    change(part: Partial<TicketListUrlState>): void {
      const withPart = (newest: URLSearchParams) =>
        writeTicketListUrlState({ ...readTicketListUrlState(newest, viewer), ...part }, viewer)
      change(withPart, { replace: true, state })
    },
  }
}

/** The last rendered address of the ticket area; undefined while another page shows. */
let drawn: { readonly pathname: string; readonly search: string } | undefined

/** Stores the ticket area's address while it shows. A layout effect would lose it: React undoes those on suspending. */
export function useStoreTicketAreaUrl(): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    drawn = { pathname, search }
    return () => {
      drawn = undefined
    }
  }, [pathname, search])
}

export function useTicketNavigation() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const viewer = useViewer()
  const stable = useMemo(() => {
    const go = (pathname: string, options?: NavigateOptions) => void navigate({ pathname, search }, options)
    return {
      open: (uuid: string) => go(`/tickets/${uuid}`),
      /** Opens the ticket into which the open one was merged, and replaces the old address in the history. */
      follow: (uuid: string) => go(`/tickets/${uuid}`, { replace: true }),
      /** Shows the list on a narrow screen. The conversation tab then leads back to this conversation. */
      showList: (uuid: string | undefined) => go('/tickets', { state: { uuid } satisfies ListState }),
      /** Shows the conversation tab on a narrow screen, while no conversation is open. */
      showWelcome: () => go('/tickets', { state: { showsWelcome: true } satisfies ListState }),
    }
  }, [navigate, search])
  return {
    ...stable,
    search,
    /** Opens a ticket that is now assigned to the user, and switches the list to the tab that contains it. */
    openOwn: (uuid: string) => {
      const view = readTicketListUrlState(new URLSearchParams(search), viewer)
      const own = writeTicketListUrlState({ ...view, tab: 'open', sub: 'assigned' }, viewer)
      void navigate({ pathname: `/tickets/${uuid}`, search: own.toString() })
    },
    /** Leaves the page of this ticket, unless a live event has already done so. */
    leave: useCallback(
      (uuid: string) => {
        if (drawn?.pathname !== `/tickets/${uuid}`) return
        void navigate({ pathname: '/tickets', search: drawn.search })
      },
      [navigate],
    ),
  }
}
