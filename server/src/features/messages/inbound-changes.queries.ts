import type { ConnectionId, MessageId } from '@balcao/domain/ids'
import type { MediaType } from '@balcao/domain/messages'
import { statement } from '../../platform/database/statement'
import { type MessageRow, messageColumns } from './messages.queries'

/**
 * Corrects the message with this id in the chat of these addresses, with or without a link preview. In groups the
 * author must have one of the writer's addresses. No row: it is deleted, has this text already, or has a later
 * correction.
 */
export const correctBody = statement<
  [
    connectionId: ConnectionId,
    whatsappId: string,
    fromMe: boolean,
    kinds: readonly string[],
    values: readonly string[],
    writerKinds: readonly string[],
    writerValues: readonly string[],
    body: string,
    linkPreview: string | null,
    editedAt: Date,
    at: Date,
  ],
  { id: MessageId }
>(
  'messages.correctBody',
  `
  with chat as (
    select a.contact_id
    from unnest($4::text[], $5::text[]) as wanted (kind, value)
    join contact_addresses a on a.kind = wanted.kind and a.value = wanted.value
  ), writer as (
    select a.contact_id
    from unnest($6::text[], $7::text[]) as wanted (kind, value)
    join contact_addresses a on a.kind = wanted.kind and a.value = wanted.value
    limit 1
  )
  update messages as m
  set body = $8, link_preview = $9::jsonb, edited_at = $10, updated_at = $11
  where m.whatsapp_id = $2 and m.connection_id = $1 and m.from_me = $3
    and m.contact_id in (select contact_id from chat)
    and (m.from_me or m.author_contact_id is not distinct from (select contact_id from writer))
    and not m.is_deleted and (m.edited_at is null or m.edited_at < $10 or (m.edited_at = $10 and m.body <> $8))
  returning m.id
  `,
)

/** No row: the message no longer has one of the placeholder texts `$2`. */
export const fillPlaceholder = statement<
  [
    messageId: MessageId,
    placeholders: readonly string[],
    body: string,
    mediaType: MediaType | null,
    media: string | null,
    sealedMediaReference: Buffer | null,
    isViewOnce: boolean,
    linkPreview: string | null,
    at: Date,
  ],
  { id: MessageId }
>(
  'messages.fillPlaceholder',
  `
  update messages as m
  set body = $3, media_type = $4, media = $5::jsonb, sealed_media_reference = $6, is_view_once = $7,
    link_preview = $8::jsonb, updated_at = $9
  where m.id = $1 and not m.is_deleted and m.body = any ($2::text[]) and m.media_type is null
  returning m.id
  `,
)

/** Marks a message as deleted by its writer: ours by us, in groups another member's only by that member. */
export const markTakenBack = statement<
  [messageId: MessageId, writerKinds: readonly string[], writerValues: readonly string[], at: Date],
  MessageRow
>(
  'messages.markTakenBack',
  `
  with writer as (
    select a.contact_id
    from unnest($2::text[], $3::text[]) as wanted (kind, value)
    join contact_addresses a on a.kind = wanted.kind and a.value = wanted.value
    limit 1
  )
  update messages as m
  set is_deleted = true, refused_change = null, updated_at = $4
  where m.id = $1 and (not m.is_deleted or m.refused_change = 'deletion')
    and (m.from_me or m.author_contact_id is not distinct from (select contact_id from writer))
  returning ${messageColumns}
  `,
)
