import {
  type LiveMessagePayload,
  liveChannel,
  readySocketMessage,
  roomSocketMessageNames,
} from '@balcao/contract/live'
import { io } from 'socket.io-client'
import { type Fixture, ticketOf } from './fixture'

/** The live events of an attendant's page that shows every list and every conversation. */
export interface Attendant {
  /** Messages announced as new, in order. */
  readonly announced: readonly LiveMessagePayload[]
  close(): void
}

export async function sitDown({ product, token, conversations }: Fixture): Promise<Attendant> {
  const [company] = conversations.map((conversation) => ticketOf(conversation).companyId)
  if (company === undefined) throw new Error('no company to listen to')
  const messages = liveChannel.message(company)
  const socket = io(product.url, { transports: ['websocket'], reconnection: false, auth: { token: token() } })
  const announced: LiveMessagePayload[] = []
  socket.onAny((name: string, payload: LiveMessagePayload) => {
    if (name === messages && payload.action === 'create') announced.push(payload)
  })
  await new Promise<void>((resolve, reject) => {
    socket.once(readySocketMessage, () => resolve())
    socket.once('connect_error', reject)
  })
  for (const status of ['pending', 'open']) socket.emit(roomSocketMessageNames.tickets.join, status)
  socket.emit(roomSocketMessageNames.notification.join)
  for (const conversation of conversations)
    socket.emit(roomSocketMessageNames.chatBox.join, ticketOf(conversation).id)
  return { announced, close: () => void socket.close() }
}
