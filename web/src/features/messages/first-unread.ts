import type { MessageView } from '@balcao/contract/messages'
import type { TicketId } from '@balcao/domain/ids'

/** The message below the "new messages" line: the oldest unread one that is loaded. */
export function firstUnread(
  messages: readonly MessageView[],
  ticketId: TicketId,
  unread: number,
): number | undefined {
  if (unread <= 0) return undefined
  const incoming = messages.filter((message) => message.ticketId === ticketId && !message.fromMe)
  return incoming.at(-Math.min(unread, incoming.length))?.id
}
