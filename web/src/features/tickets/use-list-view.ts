import { useCallback, useEffect, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useViewer } from '../../lib/session'
import { useUrlParams } from '../../lib/use-url-params'
import { readTicketListUrlState, type TicketListUrlState, writeTicketListUrlState } from './list-view'

/** The fragment of a ticket's address that leads to a message. */
export function messageFragment(messageId: number | undefined): string {
  return messageId === undefined ? '' : `#message-${messageId}`
}

/** The state of a history entry, which decides the tab that a narrow screen shows. */
interface ListState {
  readonly uuid?: string | undefined
  readonly showsWelcome?: boolean
}

export function useTicketListHistoryState(): ListState {
  return (useLocation().state ?? {}) as ListState // Only this module writes the state, below.
}

export function useTicketListUrlState() {
  const { params, change } = useUrlParams()
  const { state } = useLocation()
  const viewer = useViewer()
  const view = useMemo(() => readTicketListUrlState(params, viewer), [params, viewer])
  return {
    view,
    change: (part: Partial<TicketListUrlState>) =>
      change(
        (newest) => writeTicketListUrlState({ ...readTicketListUrlState(newest, viewer), ...part }, viewer),
        {
          replace: true,
          state,
        },
      ),
  }
}

/** The last rendered address of the ticket area; undefined while another page shows. */
let drawn: { readonly pathname: string; readonly search: string } | undefined

/**
 * Stores the address for `leave`. This is no layout effect, because React cleans layout effects up while a part of
 * the area suspends.
 */
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
  return {
    search,
    open: useCallback(
      (uuid: string) => void navigate({ pathname: `/tickets/${uuid}`, search }),
      [navigate, search],
    ),
    /** Opens a ticket that the user has just taken over, and the tab of the list that contains it. */
    openOwn: (uuid: string) => {
      const own = {
        ...readTicketListUrlState(new URLSearchParams(search), viewer),
        tab: 'open',
        sub: 'assigned',
      } as const
      void navigate({ pathname: `/tickets/${uuid}`, search: writeTicketListUrlState(own, viewer).toString() })
    },
    /** Opens the ticket into which the open one was merged, and replaces the old address in the history. */
    follow: useCallback(
      (uuid: string) => void navigate({ pathname: `/tickets/${uuid}`, search }, { replace: true }),
      [navigate, search],
    ),
    /** Shows the list on a narrow screen. The conversation tab then leads back to this conversation. */
    showList: useCallback(
      (uuid: string | undefined) =>
        void navigate({ pathname: '/tickets', search }, { state: { uuid } satisfies ListState }),
      [navigate, search],
    ),
    /** Shows the conversation tab on a narrow screen, while no conversation is open. */
    showWelcome: useCallback(
      () =>
        void navigate(
          { pathname: '/tickets', search },
          { state: { showsWelcome: true } satisfies ListState },
        ),
      [navigate, search],
    ),
    /** Closes this ticket's page if it is still open: a live event may have closed it before. */
    leave: useCallback(
      (uuid: string) => {
        if (drawn?.pathname !== `/tickets/${uuid}`) return
        void navigate({ pathname: '/tickets', search: drawn.search })
      },
      [navigate],
    ),
  }
}
