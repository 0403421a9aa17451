import type { HandoverView } from '@balcao/contract/handovers'
import type { HandoverId, TicketId, UserId } from '@balcao/domain/ids'
import type { CompanyWork, PersonWork } from '../../../platform/work'
import { ticketToRead } from '../tickets.access'
import type { TicketRow } from '../tickets.queries'
import { handoverCleared, ticketHandedOver } from './handovers.events'
import {
  type HandoverRow,
  handoverById,
  insertHandover,
  markHandoverSeen,
  removeHandover,
  unseenHandovers,
} from './handovers.queries'

/** Stores a transfer with the ticket's state `before` it, for undo. Replaces the ticket's former handover. */
export async function storeHandover(
  work: PersonWork,
  before: TicketRow,
  toUserId: UserId | null,
): Promise<HandoverId> {
  await deleteHandover(work, before.id)
  const { id } = await work.db.one(insertHandover, {
    ticketId: before.id,
    byUserId: work.actor.userId,
    toUserId,
    at: work.now,
    beforeStatus: before.status,
    beforeUserId: before.user_id,
    beforeQueueId: before.queue_id,
    beforeConnectionId: before.connection_id,
  })
  return id
}

/** Deletes the ticket's handover, and removes it from the receiver's list of unseen handovers. */
export async function deleteHandover(work: CompanyWork, ticketId: TicketId): Promise<void> {
  const removed = await work.db.row(removeHandover, { ticketId })
  if (removed !== null && removed.to_user_id !== null && !removed.is_seen)
    work.record(handoverCleared, { ticketId, userId: removed.to_user_id })
}

/** Publishes the handover to its receiver, unless this person transferred the ticket to themselves. */
export async function notifyHandoverReceiver(
  work: PersonWork,
  id: HandoverId,
  toUserId: UserId | null,
): Promise<void> {
  if (toUserId === null || toUserId === work.actor.userId) return
  const handover = handoverView(await work.db.one(handoverById, { id }))
  work.record(ticketHandedOver, { handover, userId: toUserId })
}

/** The handovers to this person that they have not seen yet, newest first. */
export async function listHandovers(work: PersonWork): Promise<HandoverView[]> {
  return (await work.db.rows(unseenHandovers, { userId: work.actor.userId })).map(handoverView)
}

/** Only the receiver of the ticket's handover marks it as seen. A repeated call changes nothing. */
export async function markHandoverSeenByReceiver(work: PersonWork, ticketId: TicketId): Promise<void> {
  const { userId } = work.actor
  const ticket = await ticketToRead(work, ticketId)
  const seen = await work.db.row(markHandoverSeen, { ticketId: ticket.id, userId })
  if (seen !== null) work.record(handoverCleared, { ticketId: ticket.id, userId })
}

function handoverView(row: HandoverRow): HandoverView {
  return {
    ticketId: row.ticket_id,
    ticketUuid: row.ticket_uuid,
    contactName: row.contact_name,
    by: { id: row.by_user_id, name: row.by_name },
    note: row.note,
    at: row.at.toISOString(),
  }
}
