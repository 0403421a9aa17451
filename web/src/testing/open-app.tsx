import { listAnnouncements } from '@balcao/contract/announcements'
import { getBackupState } from '@balcao/contract/backups'
import { listChats } from '@balcao/contract/chats'
import { listConnections } from '@balcao/contract/connections'
import { listHandovers } from '@balcao/contract/handovers'
import { listIntegrations } from '@balcao/contract/integrations'
import { listMentions } from '@balcao/contract/notes'
import { readOnboarding } from '@balcao/contract/onboarding'
import { getSessionUser, logout, refreshAccessToken, type SessionUser } from '@balcao/contract/people'
import { listPrompts } from '@balcao/contract/prompts'
import { listDeadLetters } from '@balcao/contract/reception'
import { getStorageUse } from '@balcao/contract/storage'
import { countTickets, getConnectionOutage } from '@balcao/contract/tickets'
import { listWebhooks } from '@balcao/contract/webhooks'
import { cleanup, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { createMemoryRouter, Outlet, type RouteObject, RouterProvider } from 'react-router'
import { onTestFinished, vi } from 'vitest'
import { AppProviders } from '../app/providers'
import { appRoutes } from '../app/routes'
import { SignedInOnly } from '../app/session-gates'
import i18n from '../lib/i18n/i18n'
import { endSessionLocally, resumeSession } from '../lib/session'
import { shownToasts } from '../ui/toasts'
import { closeUndoOffer } from '../ui/undo'
import { type FakeServer, fakeServer } from './fake-server'
import { FakeSocket } from './fake-socket'
import { ticketCounts } from './ticket-makers'

// Tests query a page's texts as soon as it is mounted.
await i18n.loadNamespaces('users')

interface Opening {
  readonly path: string
  /** The signed-in user; a visitor by default. */
  readonly as?: SessionUser
  /** Sets the server up before the first fetch. */
  readonly serve?: (server: FakeServer) => void
  /** Other routes than the product's own, for tests of the frame around pages. */
  readonly pages?: readonly RouteObject[]
  /** For events before the socket's subscriber: the test adds it. By default it is there at once. */
  readonly subscription?: 'later'
}

/** The product's routes without drawer, top bar, notices, keyboard and the lists that the shell keeps current. */
const framelessRoutes = appRoutes.map((route) =>
  route.children === undefined ? route : { ...route, element: <SignedInOnly page={<Frameless />} /> },
)

function Frameless() {
  return (
    <main id="content">
      <Suspense>
        <Outlet />
      </Suspense>
    </main>
  )
}

/** Opens a page without its frame, for tests of the page itself: the shell is half of the work of a test. */
export const openPage = (opening: Omit<Opening, 'pages'>) => openApp({ ...opening, pages: framelessRoutes })

/** Opens the whole application on a fake server and a fake socket, in a user's browser. */
export function openApp({ path, as, serve, pages = appRoutes, subscription }: Opening) {
  const server = fakeServer()
  const socket = new FakeSocket()
  socket.subscribersAtOnce = subscription !== 'later'
  server
    .on(logout, () => ({ message: 'Logged out.' }))
    .on(listConnections, () => [])
    .on(listChats, () => ({ records: [], unreadChats: 0, count: 0, hasMore: false }))
    .on(countTickets, () => ticketCounts())
    .on(listAnnouncements, () => ({ records: [], count: 0, hasMore: false }))
    .on(listHandovers, () => [])
    .on(getConnectionOutage, () => ({ connectionIds: [], admins: [] }))
    .on(listMentions, () => [])
    .on(readOnboarding, () => ({
      isDismissed: true,
      hasHelps: false,
      done: { company: true, password: true, number: true, queue: true, user: true, message: true },
    }))
    .on(listPrompts, () => ({ prompts: [], count: 0, hasMore: false }))
    .on(listIntegrations, () => ({ queueIntegrations: [], count: 0, hasMore: false }))
    .on(listWebhooks, () => ({ webhooks: [] }))
    .on(getStorageUse, () => ({ usedBytes: 0, limitBytes: null }))
    .on(getBackupState, () => ({
      isScheduled: true,
      lastAt: null,
      missingFiles: 0,
      failure: null,
      checkedAt: null,
      checkFailure: null,
      checkSkipped: null,
      isOverdue: false,
    }))
    .on(listDeadLetters, () => ({ entries: [], count: 0, hasMore: false }))
  if (as !== undefined) {
    localStorage.setItem('token', 'a-token')
    localStorage.setItem('userId', String(as.id))
    server.on(getSessionUser, () => as).on(refreshAccessToken, () => ({ token: 'a-token', user: as }))
  }
  serve?.(server)
  void resumeSession()
  vi.stubGlobal('innerHeight', 4_000) // without layout a list shows the rows that fit into such a window

  const router = createMemoryRouter([...pages], { initialEntries: [path] })
  render(
    <AppProviders openSocket={socket.open}>
      <RouterProvider router={router} />
    </AppProviders>,
  )
  onTestFinished(() => {
    cleanup()
    endSessionLocally()
    shownToasts.set([])
    closeUndoOffer()
    void i18n.changeLanguage('pt-BR')
    delete document.documentElement.dataset.theme
    localStorage.clear()
  })
  return { server, socket, router, person: userEvent.setup({ delay: null }) }
}
