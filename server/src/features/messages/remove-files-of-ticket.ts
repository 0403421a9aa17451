import type { TicketId } from '@balcao/domain/ids'
import { orderFileRemoval } from '../../platform/files/remove-files'
import type { CompanyWork } from '../../platform/work'
import { fileKeysOf } from './media-facts'
import { mediaOfTicket } from './messages.queries'

/** A ticket is deleted with its messages, and their files go too. */
export async function removeFilesOfTicket(
  work: CompanyWork,
  { ticketId }: { ticketId: TicketId },
): Promise<void> {
  const rows = await work.db.rows(mediaOfTicket, [ticketId])
  orderFileRemoval(
    work,
    rows.flatMap(({ media }) => fileKeysOf(media)),
  )
}
