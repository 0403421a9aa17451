import type { MessageId, TicketId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import type { PersonWork } from '../../../platform/work'
import { ticketToView } from '../../tickets/tickets.access'
import { mayReadParams } from '../../tickets/tickets.read'
import { messagesWithWords } from './search-conversation.queries'

interface FoundInConversation {
  /** Newest first. */
  readonly found: MessageId[]
  /** The message before which the search has not been done; null at the beginning of the conversation. */
  readonly next: MessageId | null
}

/** Finds messages with this text among those that `listConversation` shows this user, backwards from `before`. */
export async function searchConversation(
  work: PersonWork,
  ticketId: TicketId,
  { words, before }: { readonly words: string; readonly before: MessageId | undefined },
): Promise<FoundInConversation> {
  const ticket = await ticketToView(work, ticketId)
  const { reads, found: finds, bytes } = limits.conversationSearch
  const { found, next } = await work.db.one(messagesWithWords, {
    ...mayReadParams(work),
    ticketId: ticket.id,
    words,
    before: before ?? null,
    reads,
    finds,
    bytes,
  })
  if (found.length === finds) return { found, next: found.at(-1) ?? null }
  return { found, next }
}
