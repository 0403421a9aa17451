import type { ConnectionId, MessageId } from '@balcao/domain/ids'
import type { MediaType } from '@balcao/domain/messages'
import { statement } from '../../../platform/database/statement'
import { type MessageRow, messageColumns } from '../messages.queries'

/** Stores a correction, in groups only one by the author. No row: the message is deleted, or has a later text. */
export const saveInboundEdit = statement<
  {
    connectionId: ConnectionId
    whatsappId: string
    fromMe: boolean
    kinds: readonly string[]
    values: readonly string[]
    writerKinds: readonly string[]
    writerValues: readonly string[]
    body: string
    linkPreview: string | null
    editedAt: Date
    at: Date
  },
  { id: MessageId }
>(
  'messages.saveInboundEdit',
  `
  with chat as (
    select a.contact_id
    from unnest(:kinds::text[], :values::text[]) as wanted (kind, value)
    join contact_addresses a on a.kind = wanted.kind and a.value = wanted.value
  ), writer as (
    select a.contact_id
    from unnest(:writerKinds::text[], :writerValues::text[]) as wanted (kind, value)
    join contact_addresses a on a.kind = wanted.kind and a.value = wanted.value
    limit 1
  )
  update messages as m
  set body = :body, link_preview = :linkPreview::jsonb, edited_at = :editedAt, updated_at = :at
  where m.whatsapp_id = :whatsappId and m.connection_id = :connectionId and m.from_me = :fromMe
    and m.contact_id in (select contact_id from chat)
    and (m.from_me or m.author_contact_id is not distinct from (select contact_id from writer))
    and not m.is_deleted
    and (m.edited_at is null or m.edited_at < :editedAt or (m.edited_at = :editedAt and m.body <> :body))
  returning m.id
  `,
)

/**
 * Replaces a placeholder text by the content that has arrived. No row: the message no longer has a placeholder text.
 */
export const fillPlaceholder = statement<
  {
    messageId: MessageId
    placeholders: readonly string[]
    body: string
    mediaType: MediaType | null
    media: string | null
    sealedMediaReference: Buffer | null
    isViewOnce: boolean
    linkPreview: string | null
    rawContent: string | null
    at: Date
  },
  { id: MessageId }
>(
  'messages.fillPlaceholder',
  `
  update messages as m
  set body = :body, media_type = :mediaType, media = :media::jsonb, sealed_media_reference = :sealedMediaReference,
    is_view_once = :isViewOnce,
    link_preview = :linkPreview::jsonb, raw_content = :rawContent, updated_at = :at
  where m.id = :messageId and not m.is_deleted and m.body = any (:placeholders::text[]) and m.media_type is null
  returning m.id
  `,
)

/** Marks a message as deleted by its writer. In a group, only its author can delete a member's message. */
export const saveInboundDeletion = statement<
  { messageId: MessageId; writerKinds: readonly string[]; writerValues: readonly string[]; at: Date },
  MessageRow
>(
  'messages.saveInboundDeletion',
  `
  with writer as (
    select a.contact_id
    from unnest(:writerKinds::text[], :writerValues::text[]) as wanted (kind, value)
    join contact_addresses a on a.kind = wanted.kind and a.value = wanted.value
    limit 1
  )
  update messages as m
  set is_deleted = true, refused_change = null, updated_at = :at
  where m.id = :messageId and (not m.is_deleted or m.refused_change = 'deletion')
    and (m.from_me or m.author_contact_id is not distinct from (select contact_id from writer))
  returning ${messageColumns}
  `,
)
