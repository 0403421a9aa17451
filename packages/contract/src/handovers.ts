import type { TicketId, UserId } from '@balcao/domain/ids'
import { z } from 'zod'
import { endpoint } from './endpoint'
import { ticket } from './tickets'
import { idAndName, idParam, idSchema, instant, resultMessageAnswer } from './wire-values'

/** A ticket that a colleague transferred to the signed-in user, who has not opened it since the transfer. */
export const handover = z.object({
  ticketId: idSchema<TicketId>(),
  ticketUuid: z.string(),
  contactName: z.string(),
  by: idAndName<UserId>(),
  /** The sender's text for the receiver, also stored as an internal note. */
  note: z.string().nullable(),
  at: instant,
})
export type HandoverView = z.output<typeof handover>

const handoverParams = z.object({ ticketId: idParam<TicketId>() })

export const listHandovers = endpoint('GET /tickets/handovers', {
  name: 'tickets.handovers',
  summary: 'Transfers to the caller that they have not seen: the newest hundred, newest first',
  access: 'session',
  planFlag: 'none',
  answer: z.array(handover),
})

export const markHandoverAsSeen = endpoint('POST /tickets/:ticketId/handover/seen', {
  name: 'tickets.seeHandover',
  summary: 'Marks the transfer of this ticket to the caller as seen; without one nothing changes',
  access: 'session',
  planFlag: 'none',
  params: handoverParams,
  answer: resultMessageAnswer,
  errors: ['ERR_NO_TICKET_FOUND'],
})

export const undoTransfer = endpoint('POST /tickets/:ticketId/transfer/undo', {
  name: 'tickets.undoTransfer',
  summary:
    "Undoes the caller's own transfer within a minute, unless the ticket was changed or answered since; needs no right to read the ticket",
  access: 'session',
  planFlag: 'none',
  params: handoverParams,
  answer: ticket,
  errors: ['ERR_NO_TICKET_FOUND', 'ERR_TRANSFER_FINAL', 'ERR_NO_PERMISSION', 'ERR_USER_NOT_IN_QUEUE'],
})
