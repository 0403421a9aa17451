import { listMessages, type MessageView, sendMessage } from '@balcao/contract/messages'
import { getTicketByUuid, listTickets, type TicketView } from '@balcao/contract/tickets'
import { screen } from '@testing-library/react'
import { vi } from 'vitest'
// The page is loaded before the first test opens it: on a busy machine its chunks take longer than a test waits.
import '../app/ticket-area-page'
import type { FakeServer } from './fake-server'
import { aSessionUser, userId } from './makers'
import { aMessage, aTicket, messageId, sales, ticketId } from './ticket-makers'

const anasId = userId(2)
export const ana = aSessionUser({
  id: anasId,
  queues: [{ ...sales, UserQueue: { queueId: sales.id, userId: anasId } }],
})
/** Ana's open ticket with Marina. */
export const anasTicket = aTicket({
  id: ticketId(1),
  userId: ana.id,
  user: { id: ana.id, name: ana.name },
})
export const talkPath = `/tickets/${anasTicket.uuid}`

/** Opens the ticket with these messages; stores sent ones as the real server does. */
export function talk(messages: readonly MessageView[] = [], ticket: TicketView = anasTicket) {
  return (server: FakeServer) =>
    server
      .on(listTickets, () => ({ tickets: [], count: 0, hasMore: false }))
      .on(getTicketByUuid, () => ticket)
      .on(listMessages, () => ({ messages: [...messages], ticket, count: messages.length, hasMore: false }))
      .on(sendMessage, ({ body }) => storedMessage(String(body.clientId), String(body.body)))
}

export function storedMessage(
  clientId: string,
  body: string,
  change: Partial<MessageView> = {},
): MessageView {
  return aMessage({ id: messageId(50), clientId, body, fromMe: true, ...change })
}

export const messageField = () =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Escreva uma mensagem' })

/** The bubble with this text. The list is hidden without layout, so no role finds it. */
export async function bubbleOf(text: string): Promise<HTMLElement> {
  const words = await screen.findAllByText(text)
  const bubble = words
    .map((word) => word.closest<HTMLElement>('[data-mine] > article'))
    .find((one) => one !== null)
  if (bubble === undefined || bubble === null) throw new Error(`no bubble with the text ${text}`)
  return bubble
}

/** Serves the files of signed links; returns the requested urls. Call it after the page is opened. */
export function serveFiles(content = 'file', type = 'image/jpeg'): () => string[] {
  const answer = globalThis.fetch
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string, request?: RequestInit) => {
    if (!address.startsWith('/public/')) return answer(address, request)
    asked.push(address)
    return new Response(new Blob([content], { type }))
  })
  return () => asked
}
