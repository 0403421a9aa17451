import type { TicketId } from '@balcao/domain/ids'
import { orderFileRemoval } from '../../platform/files/remove-files'
import type { CompanyWork } from '../../platform/work'
import { clearContents } from './clear-contents.queries'
import { fileKeysOf } from './media-facts'

/** Deletes the contents of the messages in these tickets: texts in this act, files by a job right after it. */
export async function clearContentsOf(work: CompanyWork, ticketIds: readonly TicketId[]): Promise<void> {
  const cleared = await work.db.rows(clearContents, { ticketIds, at: work.now })
  orderFileRemoval(
    work,
    cleared.flatMap(({ media }) => fileKeysOf(media)),
  )
}
