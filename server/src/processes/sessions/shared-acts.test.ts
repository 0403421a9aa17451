import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { acquireLease, type Lease, requireLease } from '../../features/connections/leases'
import { changeSessionKeys } from '../../features/connections/session-keys'
import { openOwnTestApp, type TestApp } from '../../testing/test-app'
import { logTransactions, type TransactionLog } from '../../testing/transaction-log'
import { createSharedTransactionRunner } from './shared-acts'
import { replaceLease } from './testing/replace-lease'

let testApp: TestApp
let transactions: TransactionLog
beforeAll(async () => {
  testApp = await openOwnTestApp() // ciphertexts
})
afterAll(() => testApp.close())
beforeEach(() => {
  transactions = logTransactions()
})
afterEach(() => transactions.stop())

/** Three connections with their leases; `write` stores a key of one of them under its lease. */
async function fixture() {
  const company = await testApp.company()
  const { workplace } = testApp.app
  const actor = { kind: 'system', name: 'test', companyId: company.id } as const
  const share = createSharedTransactionRunner(workplace)
  const leases: Lease[] = []
  for (const name of ['Uma', 'Duas', 'Três']) {
    const connectionId = await company.connection(name)
    const lease = await workplace.withCompany(actor, (work) => acquireLease(work, connectionId, 'one'))
    if (lease === null) throw new Error('the lease is taken')
    leases.push(lease)
  }
  const write = (lease: Lease) =>
    share(lease, async (work) => {
      requireLease(work, lease)
      changeSessionKeys(work, testApp.dataKeys, lease.connectionId, [
        { type: 'session', id: 'a', value: 'k' },
      ])
      return lease.connectionId
    })
  const written = async () => {
    const ids = leases.map(({ connectionId }) => connectionId)
    const rows = await testApp.table('connection_keys').find({ connection_id: ids }, ['connection_id'])
    return rows.map((row) => row.connection_id)
  }
  return { leases, write, written, ids: leases.map(({ connectionId }) => connectionId) }
}

test('acts that wait for another share one transaction', async () => {
  const { leases, write, written, ids } = await fixture()
  transactions.taken()

  const [first, ...others] = [...leases, ...leases].map(write)

  expect(await Promise.all([first, ...others])).toEqual([...ids, ...ids])
  expect(await written()).toEqual(ids)
  expect(transactions.taken().filter((act) => act.some(({ name }) => name === 'connections.putKeys'))).toHaveLength(2) // biome-ignore format: one line
})

test('a lost lease fails its own act only', async () => {
  const { leases, write, written, ids } = await fixture()
  await replaceLease(testApp, ids[1] ?? 0)

  const outcomes = await Promise.allSettled([...leases, ...leases].map(write))

  const states = outcomes.map(({ status }) => status)
  expect(states).toEqual([...Array(2)].flatMap(() => ['fulfilled', 'rejected', 'fulfilled']))
  expect(await written()).toEqual([ids[0], ids[2]])
})
