import type { HandoverView } from '@balcao/contract/handovers'
import { type LiveHandoverPayload, liveChannel } from '@balcao/contract/live'
import type { TicketId, UserId } from '@balcao/domain/ids'
import { eventKind } from '../../../platform/live/event-kind'

/** A colleague transferred a ticket to this user. All pages of the user get the event (TICKET-24). */
export const ticketHandedOver = eventKind<{ handover: HandoverView; userId: UserId }>({
  name: 'ticket.handedOver',
  audience: ({ handover, userId }, { viewer }) => {
    if (viewer.userId !== userId) return null
    const payload: LiveHandoverPayload = { action: 'create', handover }
    return { channel: liveChannel.handover(viewer.companyId), payload }
  },
})

/** The user no longer has an unseen handover of this ticket: it was seen, undone, or replaced by another transfer. */
export const handoverCleared = eventKind<{ ticketId: TicketId; userId: UserId }>({
  name: 'ticket.handoverSettled',
  audience: ({ ticketId, userId }, { viewer }) => {
    if (viewer.userId !== userId) return null
    const payload: LiveHandoverPayload = { action: 'delete', ticketId }
    return { channel: liveChannel.handover(viewer.companyId), payload }
  },
})
