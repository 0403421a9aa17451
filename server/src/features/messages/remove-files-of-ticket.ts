import type { TicketId } from '@balcao/domain/ids'
import { orderFileRemoval } from '../../platform/files/remove-files'
import type { CompanyWork } from '../../platform/work'
import { fileKeysOf } from './media-facts'
import { mediaOfTicket } from './messages.queries'

/** Deletes the files of a ticket that is deleted with its messages. */
export async function removeFilesOfTicket(
  work: CompanyWork,
  { ticketId }: { ticketId: TicketId },
): Promise<void> {
  const rows = await work.db.rows(mediaOfTicket, { ticketId })
  orderFileRemoval(
    work,
    rows.flatMap(({ media }) => fileKeysOf(media)),
  )
}
