import type { CompanyId, ConnectionId, ContactId, TicketId } from '@balcao/domain/ids'
import { statement } from '../../../platform/database/statement'
import type { MediaMetadata } from '../media/media-facts'

/** Erases all messages of the contact's conversation, and the contact's messages in groups. */
export const eraseMessageContentsOfContact = statement<
  { contactId: ContactId; at: Date },
  { media: MediaMetadata | null; connection_id: ConnectionId | null; whatsapp_id: string | null }
>(
  'messages.eraseMessageContentsOfContact',
  `
  with gone as (
    select m.id, m.media from messages m where m.contact_id = :contactId
    union
    select m.id, m.media from messages m where m.author_contact_id = :contactId
  )
  update messages m
  set body = '', media = null, sealed_media_reference = null, location = null, link_preview = null,
    interactive = null, raw_content = null, is_deleted = true, updated_at = :at
  from gone
  where m.id = gone.id
  returning gone.media, m.connection_id, m.whatsapp_id
  `,
)

export const eraseReactionsOfContact = statement<{ contactId: ContactId }>(
  'messages.eraseReactions',
  `
  delete from message_reactions r
  where r.contact_id = :contactId
    or exists (
      select from messages m where m.company_id = r.company_id and m.id = r.message_id and m.contact_id = :contactId
    )
  `,
)

/** Deletes texts, locations and files of these tickets' messages. The rows stay, because the statistics count them. */
export const clearContentsOfMessages = statement<
  { ticketIds: readonly TicketId[]; at: Date },
  { media: MediaMetadata | null }
>(
  'messages.clearContents',
  `
  with gone as (
    select id, media from messages where ticket_id = any (:ticketIds)
  )
  update messages m
  set body = '', media = null, sealed_media_reference = null, location = null, link_preview = null,
    interactive = null, raw_content = null, is_deleted = true, updated_at = :at
  from gone
  where m.id = gone.id
  returning gone.media
  `,
)

/** Deletes messages of a company that is being deleted, up to a limit; dependent rows are deleted by cascade. */
export const removeMessagesOfCompany = statement<{ companyId: CompanyId; limit: number }>(
  'messages.removeOfCompany',
  `
  delete from messages
  where company_id = :companyId and id in (select m.id from messages m
    where m.company_id = :companyId order by m.id limit :limit)
  `,
)
