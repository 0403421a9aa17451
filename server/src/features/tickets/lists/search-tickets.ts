import { type Excerpt, excerptAroundMatch } from '@balcao/domain/excerpts'
import type { MessageId, TicketId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { digitsOf } from '@balcao/domain/phone-number'
import type { TicketStatus } from '@balcao/domain/tickets'
import type { PersonWork } from '../../../platform/work'
import type { TicketsPageJson } from '../wire-ticket-sql'
import { enqueueSearchSample } from './draw-search-sample'
import type { TicketListParams } from './ticket-lists.queries'
import { searchTicketsPage } from './ticket-search.queries'

/** The message by which a ticket was found, with an excerpt around the match. */
export interface FoundMessage extends Excerpt {
  readonly ticketId: TicketId
  readonly messageId: MessageId
}

interface SearchPage {
  readonly written: TicketsPageJson
  readonly found: readonly FoundMessage[]
  readonly hasMore: boolean
}

/** One page of the tickets that this person may read and that match the words (TICKET-08). */
export async function searchTickets(
  work: PersonWork,
  params: TicketListParams,
  status: TicketStatus | null,
  words: string,
  offset: number,
): Promise<SearchPage> {
  const [{ hasMore, messages, ...written }] = await Promise.all([
    work.db.one(searchTicketsPage, {
      ...params,
      status,
      words,
      digits: digitsSearched(words),
      limit: limits.ticketPage,
      offset,
    }),
    enqueueSearchSample(work),
  ])
  return {
    written,
    found: messages.map(({ body, ...message }) => ({ ...message, ...excerptAroundMatch(body, words) })),
    hasMore,
  }
}

/** Null unless the text is a number, because the 77 of "apto 77" would match far too many phone numbers. */
function digitsSearched(words: string): string | null {
  return /^[\d\s+().-]+$/.test(words) && digitsOf(words) !== '' ? digitsOf(words) : null
}
