import { setTimeout as pause } from 'node:timers/promises'
import {
  type LiveMessagePayload,
  liveChannel,
  readySocketMessage,
  roomSocketMessageNames,
} from '@balcao/contract/live'
import type { TicketId } from '@balcao/domain/ids'
import { io } from 'socket.io-client'
import { wholeConversation } from './figures'
import { type Fixture, ticketOf } from './fixture'

/** An attendant's page that shows every conversation: it fetches when its socket is ready, and folds events. */
export interface Page {
  /** Milliseconds of each time without a socket. */
  readonly absences: readonly number[]
  /** For a part in which no process serves pages. */
  forgetAbsences(): void
  /** The texts that it shows of a conversation, in no order. */
  shown(ticketId: TicketId): readonly string[]
  /** It has a socket. */
  isReady(): boolean
  close(): void
}

export async function openPage(fixture: Fixture): Promise<Page> {
  const { product, token, conversations } = fixture
  const [first] = conversations
  if (first === undefined) throw new Error('no company to listen to')
  const messages = liveChannel.message(ticketOf(first).companyId)
  const socket = io(product.url, {
    transports: ['websocket'],
    reconnectionDelay: 200,
    reconnectionDelayMax: 1_000,
    forceNew: true,
    auth: (give) => give({ token: token() }),
  })
  const shown = new Map<TicketId, Map<number, string>>()
  const absences: number[] = []
  let leftAt: number | null = null
  let isClosed = false

  socket.onAny((name: string, payload: LiveMessagePayload) => {
    if (name === messages) show(payload.message.ticketId, payload.message)
  })
  for (const loss of ['disconnect', 'connect_error'] as const) {
    socket.on(loss, () => {
      leftAt ??= performance.now()
      // Closed or refused by a process without its database: as the web does.
      if (!socket.active) fixture.besides(pause(1_000).then(() => void (isClosed || socket.connect())))
    })
  }
  socket.on(readySocketMessage, () => {
    if (leftAt !== null) absences.push(performance.now() - leftAt)
    leftAt = null
    socket.emit(roomSocketMessageNames.notification.join)
    for (const status of ['pending', 'open']) socket.emit(roomSocketMessageNames.tickets.join, status)
    for (const conversation of conversations)
      socket.emit(roomSocketMessageNames.chatBox.join, ticketOf(conversation).id)
    fixture.besides(fetchAll())
  })
  await new Promise<void>((resolve) => socket.once(readySocketMessage, () => resolve()))

  function show(ticketId: TicketId, { id, body }: { id: number; body: string }): void {
    const bodies = shown.get(ticketId) ?? new Map<number, string>()
    shown.set(ticketId, bodies.set(id, body))
  }

  async function fetchAll(): Promise<void> {
    for (const conversation of conversations) {
      const ticketId = ticketOf(conversation).id
      for (const message of await wholeConversation(fixture, conversation)) show(ticketId, message)
    }
  }

  return {
    absences,
    forgetAbsences: () => void absences.splice(0),
    shown: (ticketId) => [...(shown.get(ticketId)?.values() ?? [])],
    isReady: () => leftAt === null,
    close() {
      isClosed = true
      socket.close()
    },
  }
}
