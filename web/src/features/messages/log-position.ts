import type { MessageView } from '@balcao/contract/messages'
import type { TicketId } from '@balcao/domain/ids'
import type { ConversationRow } from './conversation-rows'

/** Far enough from 0 that no conversation runs out of room above. */
const base = 1_000_000

/** The list's index of its first row, after `added` rows came on top since the conversation was opened. */
export function firstItemIndex(added: number): number {
  return base - added
}

/** A row by which rows added on top are counted: the newest stored message, the surest to stay while pages change. */
export function anchorIn(
  rows: readonly ConversationRow[],
): { readonly key: string; readonly at: number } | undefined {
  const at = rows.findLastIndex((row) => row.kind === 'message')
  const row = rows[at]
  return row === undefined ? undefined : { key: row.key, at }
}

/** The message above which "new messages" stands: the oldest of the unread ones, as far as it is loaded. */
export function firstUnread(
  messages: readonly MessageView[],
  ticketId: TicketId,
  unread: number,
): number | undefined {
  if (unread <= 0) return undefined
  const incoming = messages.filter((message) => message.ticketId === ticketId && !message.fromMe)
  return incoming.at(-Math.min(unread, incoming.length))?.id
}
