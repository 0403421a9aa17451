import type { ConnectionId, QueueId, TicketId, UserId } from '@balcao/domain/ids'
import { automaticTexts, ticketHistoryKinds } from '@balcao/domain/tickets'
import { z } from 'zod'
import { endpoint } from './endpoint'
import { idParam, instant } from './wire-values'

const idSchema = <Id>() => z.number().int() as unknown as z.ZodType<Id, number> // branded on the way out
const person = z.object({ id: idSchema<UserId>(), name: z.string() })

export const ticketEventKinds = [
  ...ticketHistoryKinds,
  /** A ticket was opened that the caller may not read: all other fields are null (MESSAGE-04). */
  'hidden',
] as const

/** An act on a ticket, as a line in the conversation. */
export const ticketEvent = z.object({
  id: z.number().int(),
  ticketId: idSchema<TicketId>(),
  kind: z.enum(ticketEventKinds),
  at: instant,
  /**
   * The user who acted; null for the server itself (a customer wrote, a queue was deleted), or for a deleted account.
   */
  by: person.nullable(),
  /** The owner after the act: the receiver of a transfer, or the user who accepted, closed or reopened it. */
  user: person.nullable(),
  /** The queue after the act. */
  queue: z.object({ id: idSchema<QueueId>(), name: z.string(), color: z.string() }).nullable(),
  /** Only for `transferred`: the new connection, where it changed. */
  connection: z.object({ id: idSchema<ConnectionId>(), name: z.string() }).nullable(),
  /** Only for `rated`: 1 to 3. */
  rating: z.number().int().nullable(),
  /** Only for `unsent`: the automatic text that was left out, because the reply window was closed. */
  unsent: z.enum(automaticTexts).nullable(),
})
export type TicketEventView = z.output<typeof ticketEvent>

const momentSchema = z.preprocess(
  (value) => (value === '' || value === null ? undefined : value),
  z.iso.datetime({ offset: true }).optional(),
)

export const listTicketEvents = endpoint({
  name: 'tickets.events',
  summary:
    "The history of the tickets of this ticket's contact, oldest first, from `since` (included) to `until` (excluded): of tickets that the caller may not read only their creation; of more than 500 entries the newest",
  method: 'GET',
  path: '/tickets/:ticketId/events',
  access: 'session',
  planFlag: 'none',
  params: z.object({ ticketId: idParam<TicketId>() }),
  query: z.object({ since: momentSchema, until: momentSchema }),
  answer: z.object({ events: z.array(ticketEvent), hasMore: z.boolean() }),
  errors: ['ERR_NO_TICKET_FOUND'],
})
