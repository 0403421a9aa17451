import type { TicketId } from '@balcao/domain/ids'
import { orderFileRemoval } from '../../platform/files/remove-files'
import type { CompanyWork } from '../../platform/work'
import { forgetWords } from './forget-words.queries'
import { fileKeysOf } from './media-facts'

/** Deletes the contents of the messages in these tickets: texts in this act, files by a job right after it. */
export async function forgetWordsOf(work: CompanyWork, ticketIds: readonly TicketId[]): Promise<void> {
  const forgotten = await work.db.rows(forgetWords, { ticketIds, at: work.now })
  orderFileRemoval(
    work,
    forgotten.flatMap(({ media }) => fileKeysOf(media)),
  )
}
