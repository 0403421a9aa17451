import type { QueueId, TicketId, UserId } from '@balcao/domain/ids'
import { botTexts } from '@balcao/domain/reception/bot-texts'
import type { CompanyWork } from '../../platform/work'
import { ticketForReception } from '../tickets/tickets.read'
import { transferFacts } from './reception-facts.queries'
import { sayAutomatically } from './say-automatically'

/**
 * Informs the customer of a transfer, if the company has it enabled (BOT-10); groups get no text. Without a queue
 * there is no name to send.
 */
export async function sendTransferNotice(
  work: CompanyWork,
  { ticketId, queueId, userId }: { ticketId: TicketId; queueId: QueueId | null; userId: UserId | null },
): Promise<void> {
  if (queueId === null) return
  const facts = await work.db.one(transferFacts, { queueId, userId })
  if (facts.is_told !== 'enabled') return
  const ticket = await ticketForReception(work, ticketId)
  if (ticket.is_group || ticket.connection_id === null) return
  await sayAutomatically(
    work,
    ticket,
    botTexts(facts.language).transferred(facts.queue_name, facts.user_name),
  )
}
