import type { ConnectionId, QueueId, TicketId, UserId } from '@balcao/domain/ids'
import { automaticTextNames, ticketHistoryKinds } from '@balcao/domain/tickets'
import { z } from 'zod'
import { endpoint } from './endpoint'
import { idAndName, idParam, idSchema, instant, omittable } from './wire-values'

const person = idAndName<UserId>()
const ticketEventKinds = [
  ...ticketHistoryKinds,
  /** The creation of a ticket that the caller may not read: all details are null (MESSAGE-04). */
  'hidden',
] as const

export const ticketEvent = z.object({
  id: z.number().int(),
  ticketId: idSchema<TicketId>(),
  kind: z.enum(ticketEventKinds),
  at: instant,
  /** Who acted; null for the server (a customer wrote, a queue was deleted), and for deleted accounts. */
  by: person.nullable(),
  /** The owner after the act: the receiver of a transfer, or the user who accepted, closed or reopened it. */
  user: person.nullable(),
  queue: z.object({ id: idSchema<QueueId>(), name: z.string(), color: z.string() }).nullable(),
  /** The new connection of a `transferred` ticket. */
  connection: idAndName<ConnectionId>().nullable(),
  rating: z.number().int().nullable(),
  /** For `unsent`: the automatic text that was not sent, because the reply window was closed. */
  unsent: z.enum(automaticTextNames).nullable(),
})
export type TicketEventView = z.output<typeof ticketEvent>

const momentSchema = omittable(z.iso.datetime({ offset: true }))

export const listTicketEvents = endpoint('GET /tickets/:ticketId/events', {
  name: 'tickets.events',
  summary:
    "The history of the tickets of this ticket's contact, oldest first, from `since` (included) to `until` (excluded): of tickets that the caller may not read only their creation; of more than 500 entries the newest",
  access: 'session',
  planFlag: 'none',
  params: z.object({ ticketId: idParam<TicketId>() }),
  query: z.object({ since: momentSchema, until: momentSchema }),
  answer: z.object({ events: z.array(ticketEvent), hasMore: z.boolean() }),
  errors: ['ERR_NO_TICKET_FOUND'],
})
