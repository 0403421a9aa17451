import type { ConnectionId, ContactId, QueueId, TicketId } from '@balcao/domain/ids'
import { type TicketView, ticket } from '../tickets'

type Nullable = {
  [Field in keyof TicketView]: null extends TicketView[Field] ? Field : never
}[keyof TicketView]

/** Every field that may be null, as null: a new one needs no line here. */
const nulls = Object.fromEntries(
  Object.entries(ticket.shape).flatMap(([field, type]) =>
    type.safeParse(null).success ? [[field, null]] : [],
  ),
) as Record<Nullable, null> // the loop reads the same schema as the type

/** A ticket as the wire shows it; a test states only the fields that matter. */
export function aWireTicket(different: Partial<Omit<TicketView, 'id'>> & { id?: number } = {}): TicketView {
  const { id = 1, ...rest } = different
  const queueId = 1 as QueueId // the cast only brands the checked id, here and below
  return {
    ...nulls,
    id: id as TicketId,
    uuid: '6f1c1f4e-5b1f-4c58-9d5e-3b1d0a7f0001',
    status: 'pending',
    companyId: 1 as TicketView['companyId'],
    queueId,
    queue: { id: queueId, name: 'Vendas', color: '#336699' },
    whatsappId: 1 as ConnectionId,
    whatsapp: { id: 1 as ConnectionId, name: 'Loja', provider: 'beta' },
    contactId: id as ContactId,
    contact: {
      id: id as ContactId,
      name: 'Marina',
      number: '5511988887777',
      email: '',
      profilePicUrl: null,
      isGroup: false,
      extraInfo: [],
    },
    tags: [],
    lastMessage: 'Oi',
    lastMessageFromMe: false,
    lastMessageAck: 0,
    lastMessageFailed: false,
    unreadMessages: 1,
    isGroup: false,
    chatbot: false,
    useIntegration: false,
    createdAt: '2026-11-20T12:00:00.000Z',
    updatedAt: '2026-11-20T12:00:00.000Z',
    version: 1,
    ...rest,
  }
}
