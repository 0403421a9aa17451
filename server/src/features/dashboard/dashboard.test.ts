import { saveCompanyLocale } from '@balcao/contract/companies'
import { readDashboard, readTicketsByHour, readTicketWorkload } from '@balcao/contract/dashboard'
import { updateTicket } from '@balcao/contract/tickets'
import { dayOf } from '@balcao/domain/days'
import type { TicketId } from '@balcao/domain/ids'
import type { Rating } from '@balcao/domain/tickets'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp, type Person, type TestApp } from '../../testing/test-app'
import { rateTicket } from '../tickets/acts/rate-ticket'
import { openTicketFixture, type TicketFixture } from '../tickets/testing/ticket-fixture'

let testApp: TestApp
let fixture: TicketFixture
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())
beforeEach(async () => {
  fixture = await openTicketFixture(testApp)
})

const minutes = (count: number) => testApp.pass(count * 60)
/** Access tokens live for fifteen minutes: after a jump of the clock the person signs in again. */
const signIns = new Map<string, { until: number; back: Promise<Person> }>()
function again(person: Person): Promise<Person> {
  const now = testApp.now().getTime()
  const last = signIns.get(person.email)
  if (last !== undefined && now < last.until) return last.back
  const back = testApp.signIn(person.email)
  signIns.set(person.email, { until: now + 14 * 60_000, back })
  return back
}
const figures = async (query: object = { days: 30 }) =>
  (await again(fixture.company.admin)).does(readDashboard, { query: query as { days: number } })
const turns = async (person: Person, ticketId: TicketId, status: 'open' | 'closed' | 'pending') =>
  (await again(person)).does(updateTicket, { params: { ticketId }, body: { status } })
/** A ticket that this person has accepted. */
async function opens(person: Person): Promise<TicketId> {
  const ticketId = await fixture.pending('sales')
  await turns(person, ticketId, 'open')
  return ticketId
}
/** A new fixture at this instant of a later year, on days that no other test uses. */
async function fixtureAt(moment: string): Promise<void> {
  testApp.pass((Date.parse(moment) - testApp.now().getTime()) / 1000)
  fixture = await openTicketFixture(testApp)
}
/** A ticket that this person closed and its customer rated. */
async function rated(person: Person, rating: Rating): Promise<void> {
  const ticketId = await opens(person)
  await turns(person, ticketId, 'closed')
  const system = { kind: 'system', name: 'test', companyId: fixture.company.id } as const
  expect(await testApp.app.workplace.withCompany(system, (work) => rateTicket(work, ticketId, rating))).toBe(
    true,
  )
}

describe('load', () => {
  it('counts live tickets by queue and open tickets by user, of the own company', async () => {
    await fixture.pending('sales')
    await fixture.pending(null)
    const first = await opens(fixture.ana)
    await opens(fixture.ana)
    await turns(fixture.ana, first, 'closed')

    const load = await (await again(fixture.company.admin)).does(readTicketWorkload, {})

    expect(load).toEqual({
      queues: [{ id: fixture.sales, pending: 1, open: 1 }],
      users: [{ id: fixture.ana.id, open: 1 }],
    })
    expect(await (await again(fixture.stranger)).does(readTicketWorkload, {})).toEqual({
      queues: [],
      users: [],
    })
    expect((await (await again(fixture.ana)).call(readTicketWorkload, {})).status).toBe(403)
  })
})

describe('counters', () => {
  it('DASH-13 DASH-14 waiting and open are current; finished, leads and times are of the range', async () => {
    const first = await fixture.pending('sales')
    await fixture.pending('support')
    minutes(10)
    await turns(fixture.ana, first, 'open')
    minutes(45)
    await turns(fixture.ana, first, 'closed')
    await opens(fixture.rui)

    const { counters, now } = await figures()

    expect(now).toEqual({ oldestWaitAt: expect.any(String), attending: 1, finishedToday: 1 })
    expect(testApp.now().getTime() - Date.parse(now.oldestWaitAt ?? '')).toBe(55 * 60_000)
    expect(counters).toEqual({
      supportPending: 1,
      supportHappening: 1,
      supportFinished: 1,
      leads: 3,
      avgSupportTime: 45,
      avgWaitTime: 5, // ten minutes and zero minutes
    })
  })

  it('DASH-14 a wait ends with the first acceptance; an attendance starts with the last one', async () => {
    const ticketId = await fixture.pending('sales')
    minutes(10)
    await turns(fixture.ana, ticketId, 'open')
    minutes(5)
    await turns(fixture.ana, ticketId, 'pending')
    minutes(60)
    await turns(fixture.rui, ticketId, 'open')
    minutes(20)
    await turns(fixture.rui, ticketId, 'closed')

    const { counters, attendants } = await figures()

    expect(counters).toMatchObject({ avgWaitTime: 10, avgSupportTime: 20, supportFinished: 1 })
    expect(attendants.find(({ id }) => id === fixture.rui.id)).toMatchObject({
      tickets: 1,
      avgSupportTime: 20,
    })
    expect(attendants.find(({ id }) => id === fixture.ana.id)).toMatchObject({
      tickets: 0,
      avgSupportTime: 0,
    })
  })

  it('DASH-14 leads, finished, times and ratings follow the range; waiting tickets do not', async () => {
    await rated(fixture.ana, 3)
    await fixture.pending('support')
    minutes(31 * 24 * 60)
    const about = async (days: number) => {
      const { counters, attendants } = await figures({ days })
      const { supportPending, supportFinished, leads } = counters
      const ana = attendants.find(({ id }) => id === fixture.ana.id)
      return { supportPending, supportFinished, leads, rating: ana?.rating, tickets: ana?.tickets }
    }

    expect(await about(30)).toEqual({
      supportPending: 1,
      supportFinished: 0,
      leads: 0,
      rating: 0,
      tickets: 0,
    })
    expect(await about(60)).toEqual({
      supportPending: 1,
      supportFinished: 1,
      leads: 2,
      rating: 3,
      tickets: 1,
    })
  })

  it('DASH-14 a company without data has zeros and all its attendants', async () => {
    const { counters, now, attendants } = await figures()

    expect(now).toEqual({ oldestWaitAt: null, attending: 0, finishedToday: 0 })
    expect(Object.values(counters)).toEqual([0, 0, 0, 0, 0, 0])
    expect(attendants.map(({ name }) => name)).toEqual(['Admin', 'Ana', 'Bia', 'Carla', 'Rui'])
  })

  it('GEN-01 figures contain no data of another company', async () => {
    await fixture.pending('sales')

    const strange = await fixture.stranger.does(readDashboard, { query: { days: 30 } })

    expect(Object.values(strange.counters)).toEqual([0, 0, 0, 0, 0, 0])
    expect(strange.attendants).toHaveLength(1)
  })
})

describe('attendants', () => {
  it('DASH-10 DASH-13 a rating is the rounded mean of the range or 0, and online is shown', async () => {
    for (const rating of [3, 2, 3] as const) await rated(fixture.ana, rating)
    await rated(fixture.rui, 1)

    const { attendants } = await figures()
    const of = (person: Person) => attendants.find(({ id }) => id === person.id)

    expect(of(fixture.ana)?.rating).toBe(3)
    expect(of(fixture.rui)?.rating).toBe(1)
    expect(of(fixture.bia)?.rating).toBe(0)
    expect(of(fixture.ana)?.online).toBe(true)
  })
})

describe('the range', () => {
  it('DASH-12 a day is a calendar day in the company’s time zone, with both ends included', async () => {
    await fixtureAt('2027-03-02T02:55:00Z') // still 1 March in São Paulo
    await turns(fixture.ana, await opens(fixture.ana), 'closed')
    minutes(10)
    await turns(fixture.ana, await opens(fixture.ana), 'closed')

    const finished = async (query: object) => (await figures(query)).counters.supportFinished

    expect(await finished({ date_from: '2027-03-01', date_to: '2027-03-01' })).toBe(1)
    expect(await finished({ date_from: '2027-03-02', date_to: '2027-03-02' })).toBe(1)
    expect(await finished({ date_from: '2027-03-01' })).toBe(2)
    expect(await finished({ date_to: '2027-03-01' })).toBe(1)
    expect(await finished({ days: '1', date_from: '', date_to: '' })).toBe(1)
    expect(await finished({ days: 2 })).toBe(2)
    expect(await finished({ date_from: '2027-03-03' })).toBe(0)
  })

  it('DASH-12 a range may have distant ends, and an invalid day is refused', async () => {
    await fixture.pending('sales')

    const ever = await figures({ date_from: '0001-01-01', date_to: '9999-12-31' })
    const admin = await again(fixture.company.admin)
    const { status } = await admin.call(readDashboard, { query: { date_from: '0000-01-01' } })

    expect(ever.counters.leads).toBe(1)
    expect(status).toBe(400)
  })

  it('DASH-11 a request without any parameter is refused with a text', async () => {
    for (const query of [{}, { days: '0' }, { days: '', date_from: '', date_to: '' }]) {
      const { status, error } = await fixture.company.admin.call(readDashboard, { query: query as object })
      expect([status, error]).toEqual([400, 'Parametrize o filtro'])
    }
  })

  it('DASH-12 a day is written YYYY-MM-DD, and other forms are refused', async () => {
    for (const query of [
      { date_from: '01/11/2026' },
      { date_to: '2026-02-30' },
      { days: 'sete' },
      { days: -7 },
    ]) {
      const { status, error } = await fixture.company.admin.call(readDashboard, { query: query as object })
      expect([status, error]).toEqual([400, 'ERR_VALIDATION'])
    }
  })

  it('DASH-14 PERM-10 only admins read the dashboard', async () => {
    const supervisor = await fixture.company.person('Davi', { profile: 'supervisor' })
    for (const person of [fixture.ana, supervisor]) {
      const answers = [
        await person.call(readDashboard, { query: { days: 30 } }),
        await person.call(readTicketsByHour, { query: {} }),
      ]
      expect(answers.map(({ status, error }) => [status, error])).toEqual([
        [403, 'ERR_NO_PERMISSION'],
        [403, 'ERR_NO_PERMISSION'],
      ])
    }
  })
})

describe('leads', () => {
  it('DASH-12 DASH-13 leads equal a count of contacts for any days and time zone', async () => {
    await fixtureAt('2027-05-20T12:00:00Z')
    const { id } = fixture.company
    // One contact every 25 minutes of four days; every ninth is deleted.
    const [from, until] = [Date.parse('2027-05-10T00:05Z'), Date.parse('2027-05-13T23:59Z')]
    await testApp.table('contacts').insertMany(
      Array.from({ length: Math.floor((until - from) / (25 * 60_000)) + 1 }, (_, n) => {
        const at = new Date(from + n * 25 * 60_000)
        const times = { created_at: at, updated_at: at, removed_at: n % 9 === 8 ? at : null }
        return { company_id: id, uuid: crypto.randomUUID(), name: 'Lead', name_source: 'push', ...times }
      }),
    )
    const contacts = await testApp
      .table('contacts')
      .find<{ created_at: Date }>({ company_id: id }, ['created_at'])
    const days = ['2027-05-09', '2027-05-10', '2027-05-12', '2027-05-13', '2027-05-14'] as const
    const ranges: { first: string | null; last: string | null; query?: object }[] = [
      ...days.flatMap((first) => days.map((last) => ({ first, last }))),
      { first: '2027-05-11', last: null },
      { first: null, last: '2027-05-11' },
      { first: '2027-05-13', last: '2027-05-20', query: { days: 8 } }, // the clock is at noon of the 20th
    ]

    for (const timeZone of ['America/Sao_Paulo', 'Asia/Kathmandu', 'Etc/GMT+12', 'Asia/Tokyo', 'UTC']) {
      const admin = await again(fixture.company.admin)
      await admin.does(saveCompanyLocale, { params: { companyId: id }, body: { timeZone } })
      const made = contacts.map(({ created_at }) => dayOf(created_at, timeZone))
      for (const { first, last, query } of ranges) {
        const { leads } = (await figures(query ?? { date_from: first ?? '', date_to: last ?? '' })).counters
        const expected = made.filter((day) => day >= (first ?? '') && day <= (last ?? '9999'))
        expect({ timeZone, first, last, leads }).toEqual({ timeZone, first, last, leads: expected.length })
      }
    }
  })
})

describe('stored sums', () => {
  it('concurrent reads after the sums are stored return the same figures, plus later events', async () => {
    const ticketId = await fixture.pending('sales')
    minutes(10)
    await turns(fixture.ana, ticketId, 'open')
    minutes(30)
    await turns(fixture.ana, ticketId, 'closed')
    const before = await figures()
    minutes(11)

    const several = await Promise.all([1, 2, 3, 4].map(() => figures()))
    await turns(fixture.ana, await opens(fixture.ana), 'closed')
    const after = await figures()

    for (const one of several) expect(one).toEqual(before)
    expect(after.counters).toMatchObject({ supportFinished: 2, avgSupportTime: 15 })
    expect(await testApp.table('figures_kept').count({ company_id: fixture.company.id })).toBe(1)
  })
})

describe('the hours of a day', () => {
  it('DASH-02 DASH-03 has 24 counts of created tickets by hour in the company’s time zone', async () => {
    await fixtureAt('2027-04-05T03:10:00Z') // 0:10 in São Paulo
    await fixture.pending('sales')
    minutes(15 * 60)
    for (let n = 0; n < 3; n++) await fixture.pending('support')
    const admin = await again(fixture.company.admin)

    const today = await admin.does(readTicketsByHour, { query: {} })
    const yesterday = await admin.does(readTicketsByHour, { query: { date: '2027-04-04' } })

    const expected = Array.from({ length: 24 }, () => 0)
    expected[0] = 1
    expected[15] = 3
    expect(today).toEqual({ date: '2027-04-05', hours: expected, count: 4 })
    expect(yesterday.count).toBe(0)
  })
})
