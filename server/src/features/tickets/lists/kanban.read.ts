import type { countKanbanTickets, listKanbanTickets } from '@balcao/contract/kanban'
import { limits } from '@balcao/domain/limits'
import type { z } from 'zod'
import type { PersonWork } from '../../../platform/work'
import { mayReadTicketParams } from '../tickets.read'
import type { TicketsJsonParts } from '../tickets.view'
import { countCardsOfLane, countCardsOfLanes, type KanbanBoardParams, pageOfLane } from './kanban.queries'

type BoardFilter = z.output<typeof countKanbanTickets.query>

interface LanePage {
  readonly written: TicketsJsonParts
  readonly count: number
  readonly hasMore: boolean
  /** The cursor of the next page; null on the last page. */
  readonly next: string | null
}

/** One page of a lane, from the cursor of the previous page, so that new cards above the cursor shift nothing. */
export async function listTicketsOfLane(
  work: PersonWork,
  { lane: wanted, after, ...filter }: z.output<typeof listKanbanTickets.query>,
): Promise<LanePage> {
  const params = boardParams(work, filter)
  const lane = wanted ?? null
  const [microseconds = null, id = null] = after?.split('.') ?? []
  const [{ next, ...written }, { count }] = await Promise.all([
    work.db.one(pageOfLane, {
      ...params,
      lane,
      afterMicroseconds: microseconds,
      afterId: id === null ? null : Number(id),
      limit: limits.ticketPage,
    }),
    work.db.one(countCardsOfLane, { ...params, lane }),
  ])
  return { written, count, hasMore: next !== null, next }
}

export function countTicketsOfLanes(
  work: PersonWork,
  filter: BoardFilter,
): Promise<{ lane: number; count: number }[]> {
  return work.db.rows(countCardsOfLanes, boardParams(work, filter))
}

function boardParams(work: PersonWork, { searchParam, queueIds, users }: BoardFilter): KanbanBoardParams {
  const words = searchParam.trim()
  const isNumber = /^[\d\s()+.-]+$/.test(words)
  return {
    ...mayReadTicketParams(work),
    chosenQueueIds: queueIds ?? null,
    userIds: users,
    words,
    digits: isNumber ? words.replace(/\D/g, '') : '',
  }
}
