import type { TicketId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { factsOf } from './ticket-facts'
import { type TicketChange, ticketChanged } from './tickets.events'
import { type TicketRow, ticketById, wireTicketById } from './tickets.queries'
import type { UnsignedTicket } from './tickets.view'

/** Tells everybody who may know that the ticket is now as the database has it; answers it for the caller. */
export async function recordChange(
  work: CompanyWork,
  before: TicketRow | null,
  ticketId: TicketId,
  {
    isConversationNew = false,
    handedOverBy,
  }: { isConversationNew?: boolean; handedOverBy?: TicketChange['handedOverBy'] } = {},
): Promise<UnsignedTicket> {
  const after = await work.db.one(ticketById, [ticketId])
  const { ticket } = await work.db.one(wireTicketById, [ticketId])
  const change: TicketChange = {
    before: before === null ? null : factsOf(before),
    after: factsOf(after),
    ticket,
    ticketId,
    version: after.version,
    ...(isConversationNew && { isConversationNew }),
    ...(handedOverBy !== undefined && { handedOverBy }),
  }
  work.record(ticketChanged, change)
  return ticket
}
