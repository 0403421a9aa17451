import type { CompanyId } from '@balcao/domain/ids'
import { type MessageRetention, messageRetentionCutoff } from '@balcao/domain/message-retention'
import { clearMessageContentsOfTickets } from '../../features/messages/erasing/erase-messages'
import { companiesWithMessageRetention } from '../../features/settings/settings.queries'
import { expireTicketTexts } from '../../features/tickets/erasing/erase-tickets.queries'
import type { Workplace } from '../../platform/work'

const ticketsAtOnce = 50

/** Deletes contents of closed tickets past the retention time (SECURITY O5), in short transactions. */
export async function clearExpiredTickets(workplace: Workplace, stopping?: AbortSignal): Promise<void> {
  const companies = await workplace.withPlatform('companies with a retention period', ({ db }) =>
    db.rows(companiesWithMessageRetention),
  )
  for (const { company_id: companyId, retention } of companies) {
    while (!stopping?.aborted && (await clearBatch(workplace, companyId, retention)) === ticketsAtOnce) {
      // next batch
    }
  }
}

function clearBatch(
  workplace: Workplace,
  companyId: CompanyId,
  retention: MessageRetention,
): Promise<number> {
  return workplace.withCompany({ kind: 'system', name: 'retention', companyId }, async (work) => {
    const endedBefore = messageRetentionCutoff(retention, work.now)
    if (endedBefore === null) return 0
    const tickets = await work.db.rows(expireTicketTexts, { endedBefore, limit: ticketsAtOnce, at: work.now })
    if (tickets.length > 0)
      await clearMessageContentsOfTickets(
        work,
        tickets.map(({ id }) => id),
      )
    return tickets.length
  })
}
