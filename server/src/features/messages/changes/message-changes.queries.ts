import type { ConnectionId, ContactId, MessageId, UserId } from '@balcao/domain/ids'
import { statement } from '../../../platform/database/statement'
import type { MessageChangeKind } from '../../connections/message-change'
import { type MessageRow, messageColumns } from '../messages.queries'

/** Changes a message's text and removes its link preview. `editedAt` is null for a message that is not sent yet. */
export const setMessageText = statement<
  { messageId: MessageId; body: string; editedAt: Date | null; at: Date },
  MessageRow
>(
  'messages.setText',
  `
  update messages as m
  set body = :body, link_preview = null, edited_at = :editedAt, refused_change = null, updated_at = :at
  where m.id = :messageId
  returning ${messageColumns}
  `,
)

/** Stores which of our changes WhatsApp refused; null clears it. */
export const saveRefusedMessageChange = statement<
  { messageId: MessageId; refusedChange: MessageChangeKind | null; at: Date },
  MessageRow
>(
  'messages.saveRefusedMessageChange',
  `
  update messages as m
  set refused_change = :refusedChange, updated_at = :at
  where m.id = :messageId
  returning ${messageColumns}
  `,
)

/** Restores the former text with its link preview (JSON), if the refused text is still the current one. */
export const restoreFormerText = statement<{
  messageId: MessageId
  refused: string
  refusedAt: string
  former: string
  formerAt: string | null
  formerPreview: string | null
}>(
  'messages.restoreFormerText',
  `
  update messages set body = :former, edited_at = :formerAt::timestamptz, link_preview = :formerPreview::jsonb
  where id = :messageId and body = :refused and edited_at = :refusedAt::timestamptz
  `,
)

/**
 * Checks whether a message belongs to the chat with these addresses. No row: it does not, or the addresses are unknown.
 */
export const isMessageInChat = statement<
  {
    connectionId: ConnectionId
    whatsappId: string
    fromMe: boolean
    kinds: readonly string[]
    values: readonly string[]
  },
  { id: MessageId }
>(
  'messages.isInChat',
  `
  select m.id
  from unnest(:kinds::text[], :values::text[]) as wanted (kind, value)
  join contact_addresses a on a.kind = wanted.kind and a.value = wanted.value
  join messages m on m.company_id = a.company_id and m.contact_id = a.contact_id
  where m.whatsapp_id = :whatsappId and m.connection_id = :connectionId and m.from_me = :fromMe
  limit 1
  `,
)

export const setMessageUpdateTime = statement<{ messageId: MessageId; at: Date }, MessageRow>(
  'messages.touch',
  `update messages as m set updated_at = :at where m.id = :messageId returning ${messageColumns}`,
)

export const currentOwnReaction = statement<
  { messageId: MessageId },
  { emoji: string; user_id: UserId | null; at: Date }
>(
  'messages.currentOwnReaction',
  `select r.emoji, r.user_id, r.at from message_reactions r where r.message_id = :messageId and r.contact_id is null`,
)

/** One reaction per person. An older one never overwrites a newer one; at the same instant, a different emoji does. */
export const saveReaction = statement<{
  messageId: MessageId
  contactId: ContactId | null
  userId: UserId | null
  emoji: string
  at: Date
}>(
  'messages.saveReaction',
  `
  insert into message_reactions as r (company_id, message_id, contact_id, user_id, emoji, at)
  values (current_company(), :messageId, :contactId, :userId, :emoji, :at)
  on conflict (company_id, message_id, (coalesce(contact_id, 0))) do update
  set emoji = excluded.emoji, user_id = excluded.user_id, at = excluded.at
  where r.at < excluded.at or (r.at = excluded.at and r.emoji <> excluded.emoji)
  `,
)

/** Restores our former reaction if the refused one is the current one; `user_id` is null if that user was deleted. */
export const restoreFormerReaction = statement<{
  messageId: MessageId
  refused: string
  refusedAt: string
  former: string
  formerUserId: UserId | null
}>(
  'messages.restoreFormerReaction',
  `
  update message_reactions
  set emoji = :former, user_id = (select u.id from users u where u.id = :formerUserId)
  where message_id = :messageId and contact_id is null and emoji = :refused and at = :refusedAt::timestamptz
  `,
)
