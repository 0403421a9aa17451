import type { ContactId, TicketId } from '@balcao/domain/ids'
import { queueFileRemoval } from '../../../platform/files/remove-files'
import type { CompanyWork } from '../../../platform/work'
import { eraseOutboxItemsOfContact } from '../../connections/add-to-outbox'
import { eraseSentMessageCopies } from '../../connections/session-keys'
import { eraseEarlyChanges } from '../changes/early-changes.queries'
import { fileKeysOfMedia, type MediaMetadata } from '../media/media-facts'
import { mediaOfTicket } from '../messages.queries'
import {
  clearContentsOfMessages,
  eraseMessageContentsOfContact,
  eraseReactionsOfContact,
} from './erase-messages.queries'

/** Deletes texts, locations and files of an erased contact. The rows stay, because the statistics count them. */
export async function eraseMessagesOfContact(
  work: CompanyWork,
  { contactId, addresses }: { contactId: ContactId; addresses: readonly string[] },
): Promise<void> {
  const erased = await work.db.rows(eraseMessageContentsOfContact, { contactId, at: work.now })
  await work.db.run(eraseReactionsOfContact, { contactId })
  await work.db.run(eraseEarlyChanges, { addresses })
  const connections = new Set(erased.map(({ connection_id: id }) => id))
  await eraseSentMessageCopies(
    work,
    [...connections].filter((id) => id !== null),
    erased.map(({ whatsapp_id: id }) => id).filter((id) => id !== null),
  )
  await eraseOutboxItemsOfContact(work, contactId)
  removeFiles(work, erased)
}

/** Deletes the texts of the tickets' messages in this transaction, and their files by a job right after it. */
export async function clearMessageContentsOfTickets(
  work: CompanyWork,
  ticketIds: readonly TicketId[],
): Promise<void> {
  removeFiles(work, await work.db.rows(clearContentsOfMessages, { ticketIds, at: work.now }))
}

export async function removeFilesOfTicket(
  work: CompanyWork,
  { ticketId }: { ticketId: TicketId },
): Promise<void> {
  removeFiles(work, await work.db.rows(mediaOfTicket, { ticketId }))
}

function removeFiles(work: CompanyWork, rows: readonly { readonly media: MediaMetadata | null }[]): void {
  const keys = rows.flatMap(({ media }) => fileKeysOfMedia(media))
  queueFileRemoval(work, keys)
}
