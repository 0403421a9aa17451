import type { DashboardFigures, readDashboard } from '@balcao/contract/dashboard'
import type { ParsedInputOf } from '@balcao/contract/endpoint'
import { dayOf, dayRange } from '@balcao/domain/days'
import type { IsUserOnline } from '../../platform/live/presence'
import type { PersonWork } from '../../platform/work'
import { ownCompany } from '../companies/companies.read'
import { countCreatedContacts } from '../contacts/contact-deltas'
import { longestWaitStart, readLiveTicketTotals } from '../tickets/tickets.read'
import { namesOfUsers } from '../users/users.read'
import { type DashboardFiguresRow, dashboardFiguresOfRange, ticketsByHour } from './dashboard.queries'

/** Events before this time are final: no transaction runs that long, so none can still add an event among them. */
export const finalEventsCutoff = ({ now }: Pick<PersonWork, 'now'>) => new Date(now.getTime() - 10 * 60_000)

/** Reads the figures; attendants without data get zeros (DASH-14). `hasSettled`: the stored sums lack final events. */
export async function readDashboardFigures(
  work: PersonWork,
  asked: ParsedInputOf<typeof readDashboard>['query'],
  isOnline: IsUserOnline,
): Promise<{ figures: DashboardFigures; hasSettled: boolean }> {
  const at = work.now
  const { days = null, date_from: firstDay = null, date_to: lastDay = null } = asked
  const range = { days, firstDay, lastDay, at }
  const [summed, leads, live, oldest, users] = await Promise.all([
    work.db.one(dashboardFiguresOfRange, { ...range, settledBefore: finalEventsCutoff(work) }),
    countCreatedContacts(work, range),
    readLiveTicketTotals(work),
    longestWaitStart(work),
    namesOfUsers(work),
  ])
  const { of_users: rows, finished_today: finishedToday, has_settled: hasSettled } = summed

  const ofUser = new Map(rows.map((row) => [row.user_id, row]))
  const sum = (of: (row: DashboardFiguresRow) => number) => rows.reduce((total, row) => total + of(row), 0)
  const figures = {
    counters: {
      supportPending: live.pending,
      supportHappening: live.open,
      supportFinished: sum(({ finished }) => finished),
      leads,
      avgSupportTime: meanMinutes(
        sum((row) => row.attended_seconds),
        sum((row) => row.attendances),
      ),
      avgWaitTime: meanMinutes(
        sum((row) => row.waited_seconds),
        sum((row) => row.waits),
      ),
    },
    now: { oldestWaitAt: oldest?.toISOString() ?? null, attending: live.attending, finishedToday },
    attendants: users.map(({ id, name }) => {
      const own = ofUser.get(id)
      return {
        id,
        name,
        rating: own === undefined || own.ratings === 0 ? 0 : Math.round(own.ratings_sum / own.ratings),
        tickets: own?.finished ?? 0,
        avgSupportTime: meanMinutes(own?.attended_seconds ?? 0, own?.attendances ?? 0),
        online: isOnline(id),
      }
    }),
  }
  return { figures, hasSettled }
}

export async function readTicketsByHour(
  work: PersonWork,
  asked: string | undefined,
): Promise<{ date: string; hours: number[]; count: number }> {
  const { time_zone } = await ownCompany(work)
  const date = asked ?? dayOf(work.now, time_zone)
  const { from, until } = dayRange(date, time_zone)
  const rows = await work.db.rows(ticketsByHour, { from, until, timeZone: time_zone })
  const ofHour = new Map(rows.map(({ hour, count }) => [hour, count]))
  const hours = Array.from({ length: 24 }, (_, hour) => ofHour.get(hour) ?? 0)
  return { date, hours, count: hours.reduce((total, count) => total + count, 0) }
}

function meanMinutes(seconds: number, times: number): number {
  return times === 0 ? 0 : Math.round(seconds / times / 60)
}
