import type { ConnectionId, QueueId, TicketId, UserId } from '@balcao/domain/ids'
import { z } from 'zod'
import { endpoint } from './endpoint'
import { idParam, instant } from './wire-values'

const id = <Id>() => z.number().int() as unknown as z.ZodType<Id, number> // branded on the way out
const person = z.object({ id: id<UserId>(), name: z.string() })

export const ticketEventKinds = [
  'created',
  'queued',
  'accepted',
  'returned',
  'transferred',
  'closed',
  'reopened',
  'rated',
  /** A ticket that the caller may not read was opened then: all else is null (MESSAGE-04). */
  'hidden',
] as const

/** What happened to a ticket, as a line in the conversation. */
export const ticketEvent = z.object({
  id: z.number().int(),
  ticketId: id<TicketId>(),
  kind: z.enum(ticketEventKinds),
  at: instant,
  /** Who did it; null for the server itself (a customer wrote, a queue was deleted), or when the account is gone. */
  by: person.nullable(),
  /** Whose the ticket was from then on: to whom it was transferred, who accepted, closed or reopened it. */
  user: person.nullable(),
  /** The queue in which it stood from then on. */
  queue: z.object({ id: id<QueueId>(), name: z.string(), color: z.string() }).nullable(),
  /** Of `transferred`: the connection, where the ticket went on over another one. */
  connection: z.object({ id: id<ConnectionId>(), name: z.string() }).nullable(),
  /** Of `rated`: 1 to 3. */
  rating: z.number().int().nullable(),
})
export type TicketEventView = z.output<typeof ticketEvent>

const moment = z.preprocess(
  (value) => (value === '' || value === null ? undefined : value),
  z.iso.datetime({ offset: true }).optional(),
)

export const listTicketEvents = endpoint({
  name: 'tickets.events',
  summary:
    "What happened to the tickets of this ticket's contact that the caller may read, and when the others were opened, oldest first: between two messages, `since` (included) and `until` (not included); of more than 500 the newest",
  method: 'GET',
  path: '/tickets/:ticketId/events',
  access: 'session',
  planFlag: 'none',
  params: z.object({ ticketId: idParam<TicketId>() }),
  query: z.object({ since: moment, until: moment }),
  answer: z.object({ events: z.array(ticketEvent), hasMore: z.boolean() }),
  errors: ['ERR_NO_TICKET_FOUND'],
})
