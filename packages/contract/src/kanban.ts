import type { QueueId, UserId } from '@balcao/domain/ids'
import { z } from 'zod'
import { endpoint } from './endpoint'
import { ticket } from './tickets'
import { flag, idList, page, paging } from './wire-values'

/** The lane of tickets without a tag of the board (KANBAN-01); the others have the id of their tag. */
export const openLane = 0

const filter = z.object({
  searchParam: paging.searchParam,
  /** Absent: every queue that the caller serves. */
  queueIds: idList<QueueId>().optional(),
  /** Owners of the tickets; empty: any owner. */
  users: idList<UserId>().default([]),
})

export const kanbanTickets = endpoint({
  name: 'tickets.kanban',
  summary:
    'Cards of the board: pending and open tickets that the caller may see, newest change first, 40 a page; with `lane` those of one lane',
  method: 'GET',
  path: '/ticket/kanban',
  access: 'session',
  planFlag: 'useKanban',
  query: filter.extend({
    /** The id of its tag, or 0 for tickets without one; absent: all of them. */
    lane: z.coerce.number().int().min(0).max(2_147_483_647).optional(),
    /** `next` of the previous page: the cards below its last one. */
    after: z
      .string()
      .regex(/^\d{1,17}\.\d{1,10}$/)
      .optional(),
    /** Sent by existing clients, and without effect. */
    teste: flag.optional(),
  }),
  answer: z.object({ tickets: z.array(ticket), ...page, next: z.string().nullable() }),
})

export const kanbanCounts = endpoint({
  name: 'tickets.kanbanCounts',
  summary: 'The number of cards of each lane of the board; empty lanes are omitted',
  method: 'GET',
  path: '/ticket/kanban/counts',
  access: 'session',
  planFlag: 'useKanban',
  query: filter,
  answer: z.object({ lanes: z.array(z.object({ lane: z.number().int(), count: z.number().int() })) }),
})
