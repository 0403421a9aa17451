import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { DatabaseTrouble } from '../../platform/database/database-trouble'
import { openOwnTestApp, type TestApp, type TestCompany } from '../../testing/test-app'
import { until } from '../../testing/until'
import { closeSocketsOfMovedCompanies } from '../cells/close-pages'
import { type CellDatabase, openCellDatabase } from './cell-database'
import {
  resumeTransactionsOfCompany,
  setMoveStateInTransaction,
  stopTransactionsOfCompany,
  tryAcquireMoverLock,
} from './company-gate'
import { companiesOfUsers, functionDefinition } from './testing/gate-facts'
import { callAs } from './testing/two-cells'

let testApp: TestApp
let company: TestCompany
let other: TestCompany
let mover: CellDatabase
beforeAll(async () => {
  testApp = await openOwnTestApp() // the two functions are about all companies
  company = await testApp.company()
  other = await testApp.company()
})
afterAll(() => testApp.close())
beforeEach(async () => {
  mover = await openCellDatabase('A', testApp.database.ownerUrl)
})
afterEach(async () => {
  await setMoveStateInTransaction(mover, company.id, null)
  await mover.close()
})

const newQueue = (name: string, color: string) => ({ name, color })
const definition = (name: string) => functionDefinition(testApp, name)

/** The number of locks of acts of the company, granted or awaited. */
const locks = (granted: boolean) =>
  testApp.table('pg_locks').count({ locktype: 'advisory', classid: 7207, mode: 'ShareLock', granted })

it('a company that leaves is served as before, until it is stopped', async () => {
  await setMoveStateInTransaction(mover, company.id, 'leaving')

  expect((await callAs(testApp, company.admin, '/queue', newQueue('Uma', '#000011'))).status).toBe(200)
})

it('a stopped company is refused with 503 and Retry-After; others work, and it continues after the stop', async () => {
  await setMoveStateInTransaction(mover, company.id, 'leaving')
  expect(await stopTransactionsOfCompany(mover, company.id, 1_000)).toBe(true)

  const refused = await callAs(testApp, company.admin, '/queue', newQueue('Duas', '#000012'))
  const served = await callAs(testApp, other.admin, '/queue', newQueue('Duas', '#000012'))
  await resumeTransactionsOfCompany(mover, company.id)
  const after = await callAs(testApp, company.admin, '/queue', newQueue('Duas', '#000012'))

  expect(refused).toEqual({ status: 503, error: 'ERR_COMPANY_MOVING', retryAfter: '1' })
  expect([served.status, after.status]).toEqual([200, 200])
})

it('a stop waits for a running act, and gives up after its patience', async () => {
  await setMoveStateInTransaction(mover, company.id, 'leaving')
  const actor = { kind: 'system', name: 'test', companyId: company.id } as const
  const { workplace } = testApp.app
  let end = () => {}
  const running = workplace.withCompany(actor, async (work) => {
    await work.db.rows(companiesOfUsers)
    await new Promise<void>((resolve) => {
      end = resolve
    })
  })
  await until('the act has begun', async () => (await locks(true)) > 0)

  expect(await stopTransactionsOfCompany(mover, company.id, 50)).toBe(false)
  end()
  await running
  expect(await stopTransactionsOfCompany(mover, company.id, 5_000)).toBe(true)
})

it('an act of the platform waits for the end of a stop', async () => {
  await setMoveStateInTransaction(mover, company.id, 'leaving')
  await stopTransactionsOfCompany(mover, company.id, 1_000)
  let isOver = false
  const act = testApp.app.workplace
    .withPlatform('test', ({ db }) => db.rows(companiesOfUsers))
    .then(() => {
      isOver = true
    })
  await until('the act waits', async () => (await locks(false)) > 0)

  expect(isOver).toBe(false)
  await resumeTransactionsOfCompany(mover, company.id)
  await act
})

it.each(['moved', 'arriving'] as const)(
  'a company that is %s is refused, also for reading',
  async (state) => {
    await setMoveStateInTransaction(mover, company.id, state)

    const refused = { status: 421, error: 'ERR_COMPANY_MOVED' }
    expect(await callAs(testApp, company.admin, '/queue')).toMatchObject(refused)
    const reading = testApp.app.workplace.readCompany(company.admin.subscriber.viewer, ({ db }) =>
      db.rows(companiesOfUsers),
    )
    await expect(reading).rejects.toThrow(DatabaseTrouble)
    expect((await callAs(testApp, other.admin, '/queue')).status).toBe(200)
  },
)

it('the platform sees no row of a company of another cell', async () => {
  await setMoveStateInTransaction(mover, company.id, 'moved')

  const seen = await testApp.app.workplace.withPlatform('test', ({ db }) => db.rows(companiesOfUsers))

  expect(seen.map(({ company_id }) => company_id)).toContain(other.id)
  expect(seen.map(({ company_id }) => company_id)).not.toContain(company.id)
})

it('pages of a company that has moved are closed, and no others', async () => {
  const { subscribers, workplace } = testApp.app
  await closeSocketsOfMovedCompanies({ workplace, subscribers })
  expect([...subscribers.ofCompany(company.id)]).toHaveLength(1)
  await setMoveStateInTransaction(mover, company.id, 'moved')

  await closeSocketsOfMovedCompanies({ workplace, subscribers })

  expect([...subscribers.ofCompany(company.id)]).toHaveLength(0)
  expect([...subscribers.ofCompany(other.id)]).toHaveLength(1)
})

it('without a move the two functions are those of the migrations', async () => {
  const before = [await definition('current_company'), await definition('hidden_companies')]
  await setMoveStateInTransaction(mover, company.id, 'leaving')
  const during = [await definition('current_company'), await definition('hidden_companies')]

  await setMoveStateInTransaction(mover, company.id, null)

  expect(during[0]).not.toBe(before[0])
  expect([await definition('current_company'), await definition('hidden_companies')]).toEqual(before)
  expect(before[1]).toMatch(/'\{\}'/)
})

it('a company has one mover', async () => {
  const second = await openCellDatabase('A', testApp.database.ownerUrl)

  expect(await tryAcquireMoverLock(mover, company.id)).toBe(true)
  expect(await tryAcquireMoverLock(second, company.id)).toBe(false)
  expect(await tryAcquireMoverLock(second, other.id)).toBe(true)
  await second.close()
})
