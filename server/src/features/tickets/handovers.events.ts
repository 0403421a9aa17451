import type { HandoverView } from '@balcao/contract/handovers'
import { channel, type LiveHandover } from '@balcao/contract/live'
import type { TicketId, UserId } from '@balcao/domain/ids'
import { eventKind } from '../../platform/live/event-kind'

/** A colleague transferred a ticket to this user, who is told wherever they are (TICKET-24). */
export const ticketHandedOver = eventKind<{ handover: HandoverView; userId: UserId }>({
  name: 'ticket.handedOver',
  audience: ({ handover, userId }, { viewer }) => {
    if (viewer.userId !== userId) return null
    const payload: LiveHandover = { action: 'create', handover }
    return { channel: channel.handover(viewer.companyId), payload }
  },
})

/** It waits for this user no longer: seen, undone, or transferred on. */
export const handoverSettled = eventKind<{ ticketId: TicketId; userId: UserId }>({
  name: 'ticket.handoverSettled',
  audience: ({ ticketId, userId }, { viewer }) => {
    if (viewer.userId !== userId) return null
    const payload: LiveHandover = { action: 'delete', ticketId }
    return { channel: channel.handover(viewer.companyId), payload }
  },
})
