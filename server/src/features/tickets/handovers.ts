import type { HandoverView } from '@balcao/contract/handovers'
import type { HandoverId, TicketId, UserId } from '@balcao/domain/ids'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { handoverSettled, ticketHandedOver } from './handovers.events'
import {
  type HandoverRow,
  handoverById,
  insertHandover,
  markHandoverSeen,
  removeHandover,
  unseenHandovers,
} from './handovers.queries'
import { ticketToRead } from './tickets.access'
import type { TicketRow } from './tickets.queries'

/** Keeps what a transfer changes: `before` is the ticket as it was. Replaces the ticket's former handover. */
export async function keepHandover(
  work: PersonWork,
  before: TicketRow,
  toUserId: UserId | null,
): Promise<HandoverId> {
  await dropHandover(work, before.id)
  const { id } = await work.db.one(insertHandover, [
    before.id,
    work.actor.userId,
    toUserId,
    work.now,
    before.status,
    before.user_id,
    before.queue_id,
    before.connection_id,
  ])
  return id
}

/** Deletes the ticket's handover, and takes it off the receiver's bell. */
export async function dropHandover(work: CompanyWork, ticketId: TicketId): Promise<void> {
  const gone = await work.db.row(removeHandover, [ticketId])
  if (gone !== null && gone.to_user_id !== null && !gone.is_seen)
    work.record(handoverSettled, { ticketId, userId: gone.to_user_id })
}

/** Tells the receiver, unless people transferred the ticket to themselves. */
export async function tellReceiver(work: PersonWork, id: HandoverId, toUserId: UserId | null): Promise<void> {
  if (toUserId === null || toUserId === work.actor.userId) return
  const handover = handoverView(await work.db.one(handoverById, [id]))
  work.record(ticketHandedOver, { handover, userId: toUserId })
}

/** What colleagues transferred to this person, who has not opened it since; newest first. */
export async function listHandovers(work: PersonWork): Promise<HandoverView[]> {
  return (await work.db.rows(unseenHandovers, [work.actor.userId])).map(handoverView)
}

/** This person, who may read the ticket, has seen it. A second time, and for everybody else, nothing changes. */
export async function seeHandover(work: PersonWork, ticketId: TicketId): Promise<void> {
  const { userId } = work.actor
  const ticket = await ticketToRead(work, ticketId)
  const seen = await work.db.row(markHandoverSeen, [ticket.id, userId])
  if (seen !== null) work.record(handoverSettled, { ticketId: ticket.id, userId })
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
