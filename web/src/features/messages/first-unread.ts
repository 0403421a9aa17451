import type { MessageView } from '@balcao/contract/messages'
import type { TicketId } from '@balcao/domain/ids'

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
