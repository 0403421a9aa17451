import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CompanyWork } from '../../platform/work'
import { statementWaitsForLock } from '../../testing/owner-transaction'
import { openTestApp, type TestApp } from '../../testing/test-app'
import { acquireLease, leaseLifetimeMs, lockLeaseOrThrow, releaseLease, renewLeases } from './leases'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

async function fixture() {
  const company = await testApp.company()
  const connectionId = await company.connection('Loja')
  const act = <T>(does: (work: CompanyWork) => Promise<T>) =>
    testApp.app.workplace.withCompany({ kind: 'system', name: 'test', companyId: company.id }, does)
  return {
    connectionId,
    act,
    acquire: (holder: string) => act((work) => acquireLease(work, connectionId, holder)),
  }
}

test('of many processes that start at once, one gets the lease', async () => {
  const { acquire } = await fixture()

  const leases = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(acquire))

  expect(leases.filter((lease) => lease !== null)).toHaveLength(1)
})

test('a lease is taken over once it has expired, and each new owner has a higher token', async () => {
  const { acquire } = await fixture()
  const first = await acquire('one')

  testApp.pass(leaseLifetimeMs / 1000 - 1)
  expect(await acquire('two')).toBeNull()
  testApp.pass(1)
  const second = await acquire('two')

  expect(second?.token).toBeGreaterThan(first?.token ?? 0)
})

test('a renewed lease lasts longer, and a lost one is not renewed', async () => {
  const { acquire, act, connectionId } = await fixture()
  const first = await acquire('one')
  if (first === null) throw new Error('the lease is taken')

  testApp.pass(10)
  expect(await act((work) => renewLeases(work, 'one', [first]))).toEqual(new Set([connectionId]))
  testApp.pass(10)
  expect(await acquire('two')).toBeNull()
  await act((work) => releaseLease(work, first))
  expect(await acquire('two')).not.toBeNull()

  expect(await act((work) => renewLeases(work, 'one', [first]))).toEqual(new Set())
})

test('a new owner waits for the commit of the former owner', async () => {
  const { acquire, act } = await fixture()
  const first = await acquire('one')
  if (first === null) throw new Error('the lease is taken')
  testApp.pass(leaseLifetimeMs / 1000)
  const order: string[] = []
  let takeover: Promise<unknown> = Promise.resolve()

  await act(async (work) => {
    await lockLeaseOrThrow(work, first)
    takeover = acquire('two').then(() => order.push('taken over'))
    await statementWaitsForLock(testApp)
    order.push('committed')
  })
  await takeover

  expect(order).toEqual(['committed', 'taken over'])
})
