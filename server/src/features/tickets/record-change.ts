import type { TicketId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { ticketFactsOfRow } from './ticket-facts'
import { recordTicketEvent, type TicketChange } from './tickets.events'
import { raiseVersionOfTicket, type TicketRow, type TicketViewRow, ticketViewRows } from './tickets.queries'
import { type UnsignedTicket, unsignedTicket } from './tickets.view'

interface ChangeKind {
  readonly isConversationNew?: boolean
  readonly areTagsNew?: boolean
  readonly transferredBy?: TicketChange['transferredBy']
}

/** Publishes the ticket as it is in the database to its audience, and returns it. */
export async function recordTicketChange(
  work: CompanyWork,
  before: TicketRow | null,
  ticketId: TicketId,
  kind: ChangeKind = {},
): Promise<UnsignedTicket> {
  const after = await work.db.one(ticketViewRows, { ticketIds: [ticketId] })
  return recordChangedTicketRow(work, before, after, kind)
}

/** Publishes a ticket whose row the caller has just read. */
export function recordChangedTicketRow(
  work: CompanyWork,
  before: TicketRow | null,
  after: TicketViewRow,
  { isConversationNew = false, areTagsNew = false, transferredBy }: ChangeKind = {},
): UnsignedTicket {
  const ticket = unsignedTicket(after)
  recordTicketEvent(work, {
    before: before === null ? null : ticketFactsOfRow(before),
    after: ticketFactsOfRow(after),
    ticket,
    ticketId: after.id,
    version: after.version,
    ...(work.actor.kind === 'person' && { byUserId: work.actor.userId }),
    ...(isConversationNew && { isConversationNew }),
    ...(transferredBy !== undefined && { transferredBy }),
    ...(!isConversationNew && !areTagsNew && hasSameHead(before, after) && { isHeadSame: true }),
  })
  return ticket
}

/** The columns that the head and the drawer of a conversation show. Tags and contact are in other tables. */
const headColumns = [
  'status',
  'user_id',
  'queue_id',
  'connection_id',
  'contact_id',
  'is_group',
  'chatbot',
  'use_integration',
  'prompt_id',
  'integration_id',
] as const satisfies readonly (keyof TicketRow)[]

function hasSameHead(before: TicketRow | null, after: TicketRow): boolean {
  return before !== null && headColumns.every((column) => before[column] === after[column])
}

/** Publishes the new tags of a ticket that the caller has locked. The ticket keeps its place in the lists. */
export async function recordTagsChanged(work: CompanyWork, ticket: TicketRow): Promise<UnsignedTicket> {
  await work.db.run(raiseVersionOfTicket, { ticketId: ticket.id })
  return recordTicketChange(work, ticket, ticket.id, { areTagsNew: true })
}
