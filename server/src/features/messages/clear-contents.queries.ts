import type { TicketId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'
import type { MediaFacts } from './media-facts'

/** Deletes texts, places and files of these tickets' messages. The rows stay, because the statistics count them. */
export const clearContents = statement<
  { ticketIds: readonly TicketId[]; at: Date },
  { media: MediaFacts | null }
>(
  'messages.clearContents',
  `
  with gone as (
    select id, media from messages where ticket_id = any (:ticketIds)
  )
  update messages m
  set body = '', media = null, sealed_media_reference = null, location = null, link_preview = null,
    is_deleted = true, updated_at = :at
  from gone
  where m.id = gone.id
  returning gone.media
  `,
)
