import { deleteHoliday, listHolidays, saveHolidays } from '@balcao/contract/holidays'
import { addCalendarDays } from '@balcao/domain/companies'
import { limits } from '@balcao/domain/limits'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { errorBody } from '../../testing/error-body'
import { openTestApp, type Person, type TestApp, type TestCompany } from '../../testing/test-app'

let testApp: TestApp
let shop: TestCompany
let ana: Person
beforeAll(async () => {
  testApp = await openTestApp()
  shop = await testApp.company()
  ana = await shop.person('Ana')
})
afterAll(() => testApp.close())
beforeEach(() => testApp.table('holidays').delete({ company_id: shop.id }))

const christmas = { day: '2026-12-25', name: 'Natal' }
const newYear = { day: '2027-01-01', name: 'Confraternização Universal' }
const times = { createdAt: expect.any(String), updatedAt: expect.any(String) }
const keep = (...holidays: { day: string; name: string }[]) =>
  shop.admin.does(saveHolidays, { body: { holidays } })
const eventsOf = async (person: Person) =>
  (await person.received()).filter(({ channel }) => channel.endsWith('-holiday'))

it('BOT-07 holidays of the company are sorted by day, and new ones reach its users live', async () => {
  const kept = await keep(newYear, christmas)

  expect(kept.map(({ day }) => day).sort()).toEqual(['2026-12-25', '2027-01-01'])
  expect(await ana.does(listHolidays)).toEqual([
    { id: expect.any(Number), ...christmas, ...times },
    { id: expect.any(Number), ...newYear, ...times },
  ])
  expect((await eventsOf(ana)).at(-1)).toEqual({
    channel: `company-${shop.id}-holiday`,
    payload: { action: 'update', holidays: kept },
  })
})

it('an existing holiday gets the new name; concurrent additions create one', async () => {
  const [first] = await keep(christmas)

  await Promise.all([
    keep({ ...christmas, name: 'Recesso' }, newYear),
    keep(newYear, { ...christmas, name: 'Recesso' }),
  ])

  const list = await ana.does(listHolidays)
  expect(list).toEqual([
    { id: first?.id, day: '2026-12-25', name: 'Recesso', ...times },
    { id: expect.any(Number), ...newYear, ...times },
  ])
})

it('a deleted holiday reaches users live, and a second deletion is not found', async () => {
  const [{ id: holidayId } = { id: 0 as never }] = await keep(christmas)

  await shop.admin.does(deleteHoliday, { params: { holidayId } })
  const again = await shop.admin.call(deleteHoliday, { params: { holidayId } })

  expect(await ana.does(listHolidays)).toEqual([])
  expect((await eventsOf(ana)).at(-1)).toMatchObject({ payload: { action: 'delete', holidayId } })
  expect([again.status, again.error]).toEqual([404, 'ERR_NO_HOLIDAY_FOUND'])
})

it('only admins change holidays, and another company neither sees nor finds them', async () => {
  const [{ id: holidayId } = { id: 0 as never }] = await keep(christmas)
  const stranger = await testApp.company()

  const own = [
    await ana.call(saveHolidays, { body: { holidays: [newYear] } }),
    await ana.call(deleteHoliday, { params: { holidayId } }),
  ]
  const foreign = await stranger.admin.call(deleteHoliday, { params: { holidayId } })

  expect(own.map(({ status }) => status)).toEqual([403, 403])
  expect(foreign.status).toBe(404)
  expect(await stranger.admin.does(listHolidays)).toEqual([])
  expect(await eventsOf(stranger.admin)).toEqual([])
  expect(await ana.does(listHolidays)).toHaveLength(1)
})

it.each([
  { day: '2026-02-30' },
  { day: '25/12/2026' },
  { day: '0001-01-01' },
  { name: ' ' },
  { name: 'x'.repeat(101) },
])('%j is refused', async (change) => {
  const { status } = await shop.admin.call(saveHolidays, {
    body: { holidays: [{ ...christmas, ...change }] },
  })

  expect(status).toBe(400)
})

it('the number of holidays is limited', async () => {
  await testApp.table('holidays').insertMany(
    Array.from({ length: limits.holidays.count }, (_, n) => ({
      ...{ company_id: shop.id, day: addCalendarDays('2030-01-01', n), name: 'Feriado' },
    })),
  )

  const { status, body } = await shop.admin.call(saveHolidays, { body: { holidays: [christmas] } })

  expect([status, body]).toEqual([
    400,
    errorBody('ERR_TOO_MANY', { what: 'holidays', limit: limits.holidays.count }),
  ])
})

it('O4 adding holidays has an audit entry', async () => {
  const other = await testApp.company()
  const body = { holidays: [christmas, newYear] }

  await other.admin.does(saveHolidays, { body })

  const trail = await testApp
    .table('audit_entries')
    .find({ company_id: other.id, act: 'holidays.kept' }, ['user_name', 'detail'])
  expect(trail).toEqual([{ user_name: other.admin.user.name, detail: { count: 2 } }])
})
