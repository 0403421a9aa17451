import type { TicketId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { withoutBot } from './bot-acts'
import { changeTicket } from './change-ticket'
import { personGoesOn } from './tickets.hooks'
import { lockTicket } from './tickets.queries'

/**
 * Closes a ticket because a program of the company says so (EXTAPI-07). Its owner stays its owner, nothing is marked
 * read, and no words are said: the program has said its own. One that is closed stays as it is.
 */
export async function closeBySystem(work: CompanyWork, id: TicketId): Promise<void> {
  const ticket = await work.db.row(lockTicket, [id])
  if (ticket === null || ticket.status === 'closed') return
  await work.runHook(personGoesOn, { ticketId: id })
  await changeTicket(work, ticket, { ...withoutBot, status: 'closed' }, 'closed')
}
