import type { QueueId, UserId } from '@balcao/domain/ids'
import { z } from 'zod'
import { endpoint } from './endpoint'
import { idSchema, instant } from './wire-values'

/** The minimum is year 1, because PostgreSQL has no year 0. */
const daySchema = z.iso.date().refine((day) => day >= '0001-01-01', 'Invalid day')
const emptyAsUndefined = (value: unknown) =>
  value === '' || value === '0' || value === 0 ? undefined : value
const optionalDay = z.preprocess(emptyAsUndefined, daySchema.optional())

/** The figures of the dashboard; docs/features/dashboard.md defines each (DASH-13, DASH-14). */
const dashboardFigures = z.object({
  counters: z.object({
    /** `supportPending`, `supportHappening`: tickets pending and open now; the date range does not apply. */
    supportPending: z.number().int(),
    supportHappening: z.number().int(),
    /** `supportFinished`, `leads`: the tickets closed and the contacts created within the date range. */
    supportFinished: z.number().int(),
    leads: z.number().int(),
    /** `avgSupportTime`, `avgWaitTime`: average attendance and wait in whole minutes; 0 without tickets. */
    avgSupportTime: z.number().int(),
    avgWaitTime: z.number().int(),
  }),
  /** Figures at this moment, not within the date range. */
  now: z.object({
    /** Since when the longest-waiting customer waits for a person; null when no customer waits. */
    oldestWaitAt: instant.nullable(),
    attending: z.number().int(),
    /** Tickets closed today, in the time zone of the company. */
    finishedToday: z.number().int(),
  }),
  attendants: z.array(
    z.object({
      id: idSchema<UserId>(),
      name: z.string(),
      /** The rounded mean rating: 1 unsatisfied, 2 satisfied, 3 very satisfied; 0 without ratings. */
      rating: z.number().int().min(0).max(3),
      tickets: z.number().int(),
      avgSupportTime: z.number().int(),
      online: z.boolean(),
    }),
  ),
})
export type DashboardFigures = z.output<typeof dashboardFigures>

export const readDashboard = endpoint('GET /dashboard', {
  name: 'dashboard.read',
  summary: 'Figures of the last days, or of a range of days, in the time zone of the company',
  access: 'dashboard.read',
  planFlag: 'none',
  query: z
    .object({
      /** The length of the date range in days; the range ends today. */
      days: z.preprocess(emptyAsUndefined, z.coerce.number().int().min(1).max(3650).optional()),
      /** The first and last day, both included. Without `date_from` or `date_to`, the range is open there. */
      date_from: optionalDay,
      date_to: optionalDay,
    })
    .refine(
      ({ days, date_from, date_to }) => (days ?? date_from ?? date_to) !== undefined,
      'Parametrize o filtro',
    ),
  answer: dashboardFigures,
})

export const readTicketsByHour = endpoint('GET /dashboard/hours', {
  name: 'dashboard.hours',
  summary:
    "Tickets that customers or people began on one day, hour by hour, in the time zone of the company; today's when left out",
  access: 'dashboard.read',
  planFlag: 'none',
  query: z.object({ date: optionalDay }),
  answer: z.object({
    date: daySchema,
    /** New tickets in each hour of the day, from 0 h to 23 h. */
    hours: z.array(z.number().int()).length(24),
    count: z.number().int(),
  }),
})

const ticketWorkload = z.object({
  /** Queues without a live ticket are left out. */
  queues: z.array(
    z.object({
      id: idSchema<QueueId>(),
      pending: z.number().int(),
      open: z.number().int(),
    }),
  ),
  /** Users without an open ticket are left out. */
  users: z.array(
    z.object({
      id: idSchema<UserId>(),
      open: z.number().int(),
    }),
  ),
})
export type TicketWorkload = z.output<typeof ticketWorkload>

export const readTicketWorkload = endpoint('GET /dashboard/load', {
  name: 'dashboard.load',
  summary: 'Live tickets now: how many wait and are attended in each queue, and how many each user attends',
  access: 'dashboard.read',
  planFlag: 'none',
  answer: ticketWorkload,
})
