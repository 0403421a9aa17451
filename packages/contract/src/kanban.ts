import type { QueueId, UserId } from '@balcao/domain/ids'
import { z } from 'zod'
import { endpoint } from './endpoint'
import { ticket } from './tickets'
import { idList, pageFields, pagingQuery, wireBoolean } from './wire-values'

/** The lane id of tickets without a kanban tag (KANBAN-01). Any other lane's id is its tag's id. */
export const untaggedLaneId = 0

const filter = z.object({
  searchParam: pagingQuery.searchParam,
  /** Filters by queues. Omitted: every queue that the caller serves. */
  queueIds: idList<QueueId>().optional(),
  /** Filters by the tickets' owners; empty means any owner. */
  users: idList<UserId>().default([]),
})

export const listKanbanTickets = endpoint('GET /ticket/kanban', {
  name: 'tickets.kanban',
  summary:
    'Cards of the board: pending and open tickets that the caller may see, newest change first, 40 a page; with `lane` those of one lane',
  access: 'session',
  planFlag: 'useKanban',
  query: filter.extend({
    /** One lane: a tag's id, or 0 for tickets without a tag. Omitted: every lane. */
    lane: z.coerce.number().int().min(0).max(2_147_483_647).optional(),
    after: z
      .string()
      .regex(/^\d{1,17}\.\d{1,10}$/)
      .optional(),
    teste: wireBoolean.optional(),
  }),
  answer: z.object({ tickets: z.array(ticket), ...pageFields, next: z.string().nullable() }),
})

export const countKanbanTickets = endpoint('GET /ticket/kanban/counts', {
  name: 'tickets.kanbanCounts',
  summary: 'The number of cards of each lane of the board; empty lanes are omitted',
  access: 'session',
  planFlag: 'useKanban',
  query: filter,
  answer: z.object({ lanes: z.array(z.object({ lane: z.number().int(), count: z.number().int() })) }),
})
