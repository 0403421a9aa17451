import { LeaseLost } from '@balcao/whatsapp/ports'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acquireLease, leaseLifetimeMs } from '../../features/connections/leases'
import { openOwnTestApp, type TestApp } from '../../testing/test-app'
import { createSharedTransactionRunner } from './shared-acts'
import { createWhatsappKeyStoreInDatabase } from './sql-key-store'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openOwnTestApp() // ciphertexts
})
afterAll(() => testApp.close())

async function fixture() {
  const company = await testApp.company()
  const connectionId = await company.connection('Loja')
  const { workplace } = testApp.app
  async function open(holder: string) {
    const actor = { kind: 'system', name: 'test', companyId: company.id } as const
    const lease = await workplace.withCompany(actor, (work) => acquireLease(work, connectionId, holder))
    if (lease === null) throw new Error('the lease is taken')
    return createWhatsappKeyStoreInDatabase(
      { workplace, dataKeys: testApp.dataKeys, share: createSharedTransactionRunner(workplace) },
      lease,
    )
  }
  const stored = () => testApp.table('inbound_events').find({ connection_id: connectionId }, ['key'])
  return { connectionId, open, stored, store: await open('one') }
}

const entry = (key: string, needsAcknowledgement = false) => ({
  key,
  chat: '123@lid',
  content: Buffer.from(`content of ${key}`),
  needsAcknowledgement,
})

test('the 812 pre-keys of a link are written in one commit, and each is read back', async () => {
  const { store } = await fixture()
  const preKeys = Array.from({ length: 812 }, (_, n) => ({ type: 'pre-key', id: `${n}`, value: `key ${n}` }))

  await store.commit(preKeys, [])

  const ids = preKeys.map(({ id }) => id)
  expect((await store.load('pre-key', [...ids, 'absent'])).size).toBe(812)
  expect((await store.load('pre-key', ['7'])).get('7')).toBe('key 7')
  expect((await store.load('session', ['7'])).size).toBe(0)
})

test('keys are replaced and deleted; of two changes of one key the later counts', async () => {
  const { store } = await fixture()
  await store.commit(
    [
      { type: 'session', id: 'a', value: 'old' },
      { type: 'session', id: 'b', value: 'gone soon' },
    ],
    [],
  )

  await store.commit(
    [
      { type: 'session', id: 'a', value: 'newer' },
      { type: 'session', id: 'a', value: 'newest' },
      { type: 'session', id: 'b', value: null },
    ],
    [],
  )

  expect(await store.load('session', ['a', 'b'])).toEqual(new Map([['a', 'newest']]))
})

test('keys and events commit together: a failed commit stores neither', async () => {
  const { store, stored } = await fixture()
  const unreadable = { ...entry('two'), content: null } as unknown as ReturnType<typeof entry>

  await expect(
    store.commit([{ type: 'session', id: 'a', value: 'x' }], [entry('one'), unreadable]),
  ).rejects.toThrow()

  expect((await store.load('session', ['a'])).size).toBe(0)
  expect(await stored()).toEqual([])
})

test('an event delivered again is stored once and can be recalled', async () => {
  const { store, stored } = await fixture()

  await store.commit([], [entry('one'), entry('one')])
  await store.commit([], [entry('one'), entry('two')])

  expect(await stored()).toEqual([{ key: 'one' }, { key: 'two' }])
  expect(Buffer.from((await store.recall('one')) ?? '').toString()).toBe('content of one')
  expect(await store.recall('three')).toBeNull()
})

test('events without acknowledgement are returned in order of arrival until acknowledged', async () => {
  const { store } = await fixture()
  await store.commit([], [entry('one', true), entry('two'), entry('three', true)])

  await store.acknowledge(['one'])

  expect((await store.unacknowledged()).map(({ key }) => key)).toEqual(['three'])
})

test('after another process has taken the lease, the former owner changes nothing', async () => {
  const { store, open, stored } = await fixture()
  await store.commit([{ type: 'session', id: 'a', value: 'first' }], [])
  testApp.pass(leaseLifetimeMs / 1000)
  const successor = await open('two')

  const late = await Promise.allSettled([
    store.commit([{ type: 'session', id: 'a', value: 'late' }], [entry('late')]),
    store.acknowledge(['late']),
    store.clear(),
  ])

  const refused = { status: 'rejected', reason: expect.any(LeaseLost) }
  expect(late).toEqual([refused, refused, refused])
  expect(await successor.load('session', ['a'])).toEqual(new Map([['a', 'first']]))
  expect(await stored()).toEqual([])
})

test('O1 the database contains no readable keys or events', async () => {
  const { store, connectionId } = await fixture()

  await store.commit([{ type: 'creds', id: 'me', value: 'very secret' }], [entry('one')])

  const ofConnection = { connection_id: connectionId }
  const keys = await testApp.table('connection_keys').find<{ value: Buffer }>(ofConnection)
  const events = await testApp.table('inbound_events').find<{ content: Buffer }>(ofConnection)
  const stored = [...keys.map(({ value }) => value), ...events.map(({ content }) => content)]
  expect(stored).toHaveLength(2)
  for (const bytes of stored) expect(bytes.toString('latin1')).not.toMatch(/very secret|content of/)
})

test('deleting the keys keeps the events', async () => {
  const { store, stored } = await fixture()
  await store.commit([{ type: 'creds', id: 'me', value: 'x' }], [entry('one')])

  await store.clear()

  expect((await store.load('creds', ['me'])).size).toBe(0)
  expect(await stored()).toHaveLength(1)
})
