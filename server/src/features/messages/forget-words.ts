import type { TicketId } from '@balcao/domain/ids'
import { orderFileRemoval } from '../../platform/files/remove-files'
import type { CompanyWork } from '../../platform/work'
import { forgetWords } from './forget-words.queries'
import { fileKeysOf } from './media-facts'

/** What was said in these tickets is kept no longer: words go with the act, files right after it. */
export async function forgetWordsOf(work: CompanyWork, ticketIds: readonly TicketId[]): Promise<void> {
  const forgotten = await work.db.rows(forgetWords, [ticketIds, work.now])
  orderFileRemoval(
    work,
    forgotten.flatMap(({ media }) => fileKeysOf(media)),
  )
}
