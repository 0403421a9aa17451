import type { ContactId } from '@balcao/domain/ids'
import { orderFileRemoval } from '../../platform/files/remove-files'
import type { CompanyWork } from '../../platform/work'
import { dropOrdersOfContact } from '../connections/add-to-outbox'
import { forgetSentMessages } from '../connections/session-keys'
import { eraseEarlyChanges } from './early-changes.queries'
import { eraseReactions, eraseWords } from './erase-messages.queries'
import { fileKeysOf } from './media-facts'

/** Deletes texts, places and files of an erased contact. The rows stay, because the statistics count them. */
export async function eraseMessages(
  work: CompanyWork,
  { contactId, addresses }: { contactId: ContactId; addresses: readonly string[] },
): Promise<void> {
  const erased = await work.db.rows(eraseWords, { contactId, at: work.now })
  await work.db.run(eraseReactions, { contactId })
  await work.db.run(eraseEarlyChanges, { addresses })
  const connections = new Set(erased.map(({ connection_id: id }) => id))
  await forgetSentMessages(
    work,
    [...connections].filter((id) => id !== null),
    erased.map(({ whatsapp_id: id }) => id).filter((id) => id !== null),
  )
  await dropOrdersOfContact(work, contactId)
  orderFileRemoval(
    work,
    erased.flatMap(({ media }) => fileKeysOf(media)),
  )
}
