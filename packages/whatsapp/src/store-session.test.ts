import { expect, test } from 'vitest'
import { LeaseLost } from './ports'
import { connectionKeyStore, KeyStoreSessionEnded } from './store-session'
import { memoryKeyStore } from './testing/memory-key-store'

const event = { key: 'k', chat: 'ana', content: new Uint8Array([1]), needsAcknowledgement: false }
const change = (value: string | null) => ({ type: 'session', id: 'ana', value })

function fixture() {
  const store = memoryKeyStore()
  const handle = store.open()
  const connection = connectionKeyStore(handle)
  const failures: unknown[] = []
  const session = connection.begin((error) => failures.push(error))
  const read = async () => (await session.load('session', ['ana'])).get('ana')
  return { store, handle, connection, session, failures, read }
}

test('a committed key can be loaded, and a deleted one cannot', async () => {
  const { session, read } = fixture()

  await session.commit([change('one')], [])
  const kept = await read()
  await session.commit([change(null)], [])

  expect([kept, await read()]).toEqual(['one', undefined])
})

test('a read during a commit sees the new value, and does not restore the old one', async () => {
  const { handle, session, read } = fixture()
  await session.commit([change('old')], [])
  const { held, release } = handle.holdNext(() => true)
  const commit = session.commit([change('new')], [])
  await held

  const during = await read()
  release()
  await commit

  expect([during, await read()]).toEqual(['new', 'new'])
})

test('after a failed commit a session never commits again, and reports once', async () => {
  const { handle, session, failures, connection } = fixture()
  handle.failNext(() => true)

  await expect(session.commit([change('lost')], [])).rejects.toThrow('the database is away')
  await expect(session.commit([change('late')], [])).rejects.toThrow(KeyStoreSessionEnded)
  await connection.begin(() => {}).commit([change('next socket')], [])

  expect(failures).toHaveLength(1)
  expect(session.hasEnded).toBe(true)
})

test('after the lease no session commits or deletes anything', async () => {
  const { store, session, connection } = fixture()
  await session.commit([change('kept')], [])

  connection.revoke()
  await connection.clear()

  await expect(session.commit([change('late')], [])).rejects.toThrow(LeaseLost)
  await expect(connection.begin(() => {}).commit([], [])).rejects.toThrow(LeaseLost)
  expect(store.keys.get('session')?.get('ana')).toBe('kept')
})

test('a deletion includes a commit that is still running', async () => {
  const { store, handle, session, connection } = fixture()
  const { held, release } = handle.holdNext(() => true)
  const commit = session.commit([change('late')], [])
  await held

  const cleared = connection.clear()
  release()
  await Promise.all([commit, cleared])

  expect(store.keys.get('session')?.get('ana')).toBeUndefined()
})

test('requests during a commit share the next one, in their order', async () => {
  const { store, handle, session, read } = fixture()
  const { held, release } = handle.holdNext(() => true)
  const first = session.commit([change('one')], [])
  await held

  const rest = [session.commit([change('two')], []), session.commit([change('three')], [])]
  release()
  await Promise.all([first, ...rest])

  expect([store.commits, await read()]).toEqual([2, 'three'])
})

test('a change by `putAlong` joins the next commit, or is committed when something waits for it', async () => {
  const { store, session } = fixture()
  const sent = (id: string) => ({ type: 'sent-message', id, value: id })
  session.putAlong([sent('a')], [])
  expect(store.commits).toBe(0)

  await session.commit([change('one')], [])
  expect([store.commits, store.keys.get('sent-message')?.size]).toEqual([1, 1])

  session.putAlong([sent('b')], [])
  await session.settled()
  expect([...(store.keys.get('sent-message')?.keys() ?? [])]).toEqual(['a', 'b'])
})

test('a request is visible before it is committed', async () => {
  const { handle, session, read } = fixture()
  const { held, release } = handle.holdNext(() => true)
  session.put([change('new')], [event])
  await held

  const seen = [await read(), await session.recall('k')]
  session.put([change(null)], [])
  const deleted = await read()
  release()
  await session.settled()

  expect([seen, deleted, await read()]).toEqual([['new', event.content], undefined, undefined])
  expect(await session.recall('k')).toEqual(event.content)
})

test('an act runs when all requests before it are committed, in order, and gets their failure', async () => {
  const { handle, session } = fixture()
  const done: string[] = []
  session.whenCommitted(() => done.push('at once'))
  const { held, release } = handle.holdNext(() => true)
  session.put([change('one')], [])
  session.whenCommitted(() => done.push('first'))
  session.whenCommitted(() => done.push('second'))
  await held
  expect(done).toEqual(['at once'])

  release()
  await session.settled()
  handle.failNext(() => true)
  session.put([change('two')], [])
  session.whenCommitted((error) => done.push(String(error)))

  await expect(session.settled()).rejects.toThrow(KeyStoreSessionEnded)
  expect(done).toEqual([
    'at once',
    'first',
    'second',
    'KeyStoreSessionEnded: the socket of this session has ended',
  ])
})

test('a key known to be absent is not loaded again until it exists', async () => {
  const store = memoryKeyStore()
  const handle = store.open()
  let questions = 0
  const session = connectionKeyStore({
    ...handle,
    load(type, ids) {
      questions += 1
      return handle.load(type, ids)
    },
  }).begin(() => {})
  const read = async () => (await session.load('tctoken', ['ana'])).get('ana')

  const before = [await read(), await read()]
  await session.commit([{ type: 'tctoken', id: 'ana', value: 'token' }], [])

  expect([before, await read(), questions]).toEqual([[undefined, undefined], 'token', 1])
})
