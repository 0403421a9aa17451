import type { CompanyId } from '@balcao/domain/ids'
import { type MessageRetention, retentionBegins } from '@balcao/domain/message-retention'
import { forgetWordsOf } from '../../features/messages/forget-words'
import { companiesThatForget } from '../../features/settings/settings.queries'
import { forgetTickets } from '../../features/tickets/forget.queries'
import type { Workplace } from '../../platform/work'

const ticketsAtOnce = 50

/**
 * Deletes the contents of closed tickets in companies with a retention time (SECURITY O5). Works in batches, each in
 * its own act, so that no other act waits long; after a crash the next run continues.
 */
export async function forgetOldWords(workplace: Workplace, isStopping: () => boolean): Promise<void> {
  const companies = await workplace.withPlatform('companies that forget', ({ db }) =>
    db.rows(companiesThatForget),
  )
  for (const { company_id: companyId, retention } of companies) {
    while (!isStopping() && (await forgetSome(workplace, companyId, retention)) === ticketsAtOnce) {
      // next batch
    }
  }
}

function forgetSome(
  workplace: Workplace,
  companyId: CompanyId,
  retention: MessageRetention,
): Promise<number> {
  return workplace.withCompany({ kind: 'system', name: 'forget old words', companyId }, async (work) => {
    const endedBefore = retentionBegins(retention, work.now)
    if (endedBefore === null) return 0
    const tickets = await work.db.rows(forgetTickets, { endedBefore, limit: ticketsAtOnce, at: work.now })
    if (tickets.length > 0)
      await forgetWordsOf(
        work,
        tickets.map(({ id }) => id),
      )
    return tickets.length
  })
}
