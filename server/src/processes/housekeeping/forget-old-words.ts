import type { CompanyId } from '@balcao/domain/ids'
import { type MessageRetention, retentionBegins } from '@balcao/domain/message-retention'
import { forgetWordsOf } from '../../features/messages/forget-words'
import { companiesThatForget } from '../../features/settings/settings.queries'
import { forgetTickets } from '../../features/tickets/forget.queries'
import type { Workplace } from '../../platform/work'

const ticketsAtOnce = 50

/**
 * Forgets the words of closed tickets in companies that keep them for some months only (SECURITY O5). Each some tickets
 * are an act of their own, so that nobody waits for the whole; a process that dies between is followed by one that goes on.
 */
export async function forgetOldWords(workplace: Workplace, isStopping: () => boolean): Promise<void> {
  const companies = await workplace.withPlatform('companies that forget', ({ db }) =>
    db.rows(companiesThatForget, []),
  )
  for (const { company_id: companyId, retention } of companies) {
    while (!isStopping() && (await forgetSome(workplace, companyId, retention)) === ticketsAtOnce) {
      // The next ones.
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
    const tickets = await work.db.rows(forgetTickets, [endedBefore, ticketsAtOnce, work.now])
    if (tickets.length > 0)
      await forgetWordsOf(
        work,
        tickets.map(({ id }) => id),
      )
    return tickets.length
  })
}
