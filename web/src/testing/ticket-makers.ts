import type { ContactView } from '@balcao/contract/contacts'
import type { MessageView } from '@balcao/contract/messages'
import type { QuickMessageSuggestion } from '@balcao/contract/quick-messages'
import { aWireTicket } from '@balcao/contract/testing/tickets'
import type { TicketView } from '@balcao/contract/tickets'
import type { ContactId, MessageId, QuickMessageId, TicketId } from '@balcao/domain/ids'
import { type LiveTicketStatus, liveTicketStatuses } from '@balcao/domain/tickets'
import { companyId, connectionId, queueId, userId } from './makers'

// These makers brand ids, hence the casts.
export const ticketId = (id: number) => id as TicketId
export const messageId = (id: number) => id as MessageId
export const contactId = (id: number) => id as ContactId

export const uuidOf = (id: number) => `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`
const earlier = '2026-11-20T12:00:00.000Z'

export const sales = { id: queueId(1), name: 'Vendas', color: '#1E9E5A' }
export const support = { id: queueId(2), name: 'Assistência', color: '#E0802A' }

/** A ticket of Marina, open in the sales queue without an owner, unless the change differs. */
export function aTicket({ id = ticketId(1), ...change }: Partial<TicketView> = {}): TicketView {
  return aWireTicket({
    id,
    uuid: uuidOf(id),
    status: 'open',
    companyId,
    queueId: change.queue === null ? null : (change.queue?.id ?? sales.id),
    queue: sales,
    whatsapp: { id: connectionId(1), name: 'Loja Centro', provider: 'beta' },
    contactId: change.contact?.id ?? contactId(id),
    contact: aTicketContact({ id: contactId(id) }),
    lastMessage: 'Bom dia',
    unreadMessages: 0,
    ...change,
  })
}

export function aTicketContact(change: Partial<TicketView['contact']> = {}): TicketView['contact'] {
  return {
    id: contactId(1),
    name: 'Marina Duarte',
    number: '5551998742210',
    email: '',
    profilePicUrl: null,
    isGroup: false,
    extraInfo: [],
    ...change,
  }
}

export function aContact(change: Partial<ContactView> = {}): ContactView {
  return {
    ...aTicketContact(),
    uuid: uuidOf(900),
    whatsapp: null,
    isRemoved: false,
    createdAt: earlier,
    updatedAt: earlier,
    ...change,
  }
}

/** An incoming text of ticket 1. */
export function aMessage({ id = messageId(1), ...change }: Partial<MessageView> = {}): MessageView {
  const fromMe = change.fromMe ?? false
  return {
    id,
    ticketId: ticketId(1),
    clientId: null,
    body: `Mensagem ${id}`,
    fromMe,
    ack: 0,
    failure: null,
    read: false,
    mediaType: null,
    mediaUrl: null,
    media: null,
    linkPreview: null,
    isDeleted: false,
    isEdited: false,
    isViewOnce: false,
    refusedChange: null,
    reactions: [],
    isAutomatic: false,
    origin: fromMe ? 'person' : null,
    contact: fromMe ? null : { id: contactId(1), name: 'Marina Duarte' },
    user: fromMe ? { id: userId(2), name: 'Ana Lima' } : null,
    quotedMsg: null,
    createdAt: earlier,
    updatedAt: earlier,
    ...change,
  }
}

export function aPicture(change: Partial<MessageView> = {}): MessageView {
  return aMessage({
    body: '',
    mediaType: 'image',
    mediaUrl: '/public/1/sofa.jpg',
    media: {
      state: 'ready',
      mimetype: 'image/jpeg',
      fileName: null,
      sizeBytes: 20_000,
      seconds: null,
      width: 640,
      height: 320,
      pages: null,
      isVoice: false,
      waveform: null,
      thumbnailUrl: null,
      compatibleUrl: null,
    },
    ...change,
  })
}

let quickMessages = 0

/** A shared text under a shortcode. */
export function aQuickMessage(change: Partial<QuickMessageSuggestion> = {}): QuickMessageSuggestion {
  quickMessages += 1
  return {
    isWhole: true,
    id: quickMessages as QuickMessageId,
    shortcode: 'prazo',
    message: 'O prazo é de 10 dias.',
    geral: true,
    status: true,
    isMedia: false,
    mediaPath: null,
    mediaName: null,
    mediaType: null,
    mimetype: null,
    userId: userId(1),
    createdAt: earlier,
    updatedAt: earlier,
    ...change,
  }
}

/** The counts of a list without tickets, or with the given ones. */
export function ticketCounts(given: Partial<Record<LiveTicketStatus | 'unqueued', number>> = {}) {
  const none = Object.fromEntries(liveTicketStatuses.map((status) => [status, 0])) as Record<
    LiveTicketStatus,
    number
  >
  return { ...none, unqueued: 0, unread: 0, ...given }
}
