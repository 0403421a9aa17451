import { type Excerpt, excerptAround } from '@balcao/domain/excerpts'
import type { MessageId, TicketId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { digitsOf } from '@balcao/domain/phone-number'
import type { TicketStatus } from '@balcao/domain/tickets'
import type { PersonWork } from '../../../platform/work'
import { orderSample } from './draw-search-sample'
import type { ListParams } from './ticket-lists.queries'
import { ticketsFound } from './ticket-search.queries'

/** The message by which a ticket was found, with an excerpt around the match. */
export interface FoundMessage extends Excerpt {
  readonly ticketId: TicketId
  readonly messageId: MessageId
}

export interface FoundPage {
  /** JSON: an array of tickets, whose pictures are not signed yet. */
  readonly tickets: string
  readonly shown: number
  readonly found: readonly FoundMessage[]
  readonly hasMore: boolean
}

/** One page of the tickets that this person may read and that match the words (TICKET-08). */
export async function searchTickets(
  work: PersonWork,
  params: ListParams,
  status: TicketStatus | null,
  words: string,
  offset: number,
): Promise<FoundPage> {
  const [rows] = await Promise.all([
    work.db.rows(ticketsFound, {
      ...params,
      status,
      words,
      digits: digitsSearched(words),
      limit: limits.ticketPage + 1, // the extra row shows that there is a next page
      offset,
    }),
    orderSample(work),
  ])
  const page = rows.slice(0, limits.ticketPage)
  return {
    tickets: `[${page.map(({ ticket }) => ticket).join(',')}]`,
    shown: page.length,
    found: page.flatMap(({ id, message_id, body }) =>
      message_id === null
        ? []
        : [{ ticketId: id, messageId: message_id, ...excerptAround(body ?? '', words) }],
    ),
    hasMore: rows.length > limits.ticketPage,
  }
}

/** Only a text of digits and signs is searched in numbers: the 77 of "apto 77" would match far too many. */
function digitsSearched(words: string): string | null {
  return /^[\d\s+().-]+$/.test(words) && digitsOf(words) !== '' ? digitsOf(words) : null
}
