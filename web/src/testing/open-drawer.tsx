import { getContact } from '@balcao/contract/contacts'
import { listMessages } from '@balcao/contract/messages'
import { listNotes } from '@balcao/contract/notes'
import type { SessionUser } from '@balcao/contract/people'
import { listSchedules } from '@balcao/contract/schedules'
import { listTagChoices } from '@balcao/contract/tags'
import { getTicketByUuid, listOtherTicketsOfContact, type TicketView } from '@balcao/contract/tickets'
import { screen } from '@testing-library/react'
import '../app/ticket-area-page' // its page, loaded before a test waits for it
import type { FakeServer } from './fake-server'
import { aSessionUser } from './makers'
import { onAWideScreen } from './on-a-phone'
import { openApp } from './open-app'
import { aContact, aTicket } from './ticket-makers'

export const ana = aSessionUser()
/** Ana's ticket of Marina. */
export const anasTicket = aTicket({ userId: ana.id, user: { id: ana.id, name: ana.name } })

interface Opening {
  readonly as?: SessionUser
  readonly ticket?: TicketView
  /** The drawer lies over the conversation instead of beside it. */
  readonly isNarrow?: boolean
  /** Adds to a conversation without messages, notes, tags and schedules. */
  readonly serve?: (server: FakeServer) => void
}

/** Opens a conversation, and the contact beside it by a click on its head. */
export async function openDrawer({ as = ana, ticket = anasTicket, isNarrow = false, serve }: Opening = {}) {
  if (!isNarrow) onAWideScreen()
  const app = openApp({
    path: `/tickets/${ticket.uuid}`,
    as,
    serve: (server) => {
      server
        .on(getTicketByUuid, () => ticket)
        .on(listMessages, () => ({ messages: [], ticket, count: 0, hasMore: false }))
        .on(getContact, () => aContact())
        .on(listNotes, () => [])
        .on(listTagChoices, () => [])
        .on(listOtherTicketsOfContact, () => ({ tickets: [], hasMore: false }))
        .on(listSchedules, () => ({ schedules: [], count: 0, hasMore: false }))
      serve?.(server)
    },
  })
  const head = await screen.findByTitle('Ver o contato')
  await app.person.click(head)
  const drawer = await screen.findByRole('complementary', { name: 'Contato' })
  return { ...app, head, drawer }
}
