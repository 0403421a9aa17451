import { expect, test } from 'vitest'
import { LeaseLost } from './ports'
import { connectionStore, SessionEnded } from './store-session'
import { memoryKeyStore } from './testing/memory-key-store'

const change = (value: string | null) => ({ type: 'session', id: 'ana', value })

function scene() {
  const store = memoryKeyStore()
  const handle = store.open()
  const connection = connectionStore(handle)
  const failures: unknown[] = []
  const session = connection.begin((error) => failures.push(error))
  const read = async () => (await session.load('session', ['ana'])).get('ana')
  return { store, handle, connection, session, failures, read }
}

test('what was committed is read back, and what was deleted is not', async () => {
  const { session, read } = scene()

  await session.commit([change('one')], [])
  const kept = await read()
  await session.commit([change(null)], [])

  expect([kept, await read()]).toEqual(['one', undefined])
})

test('a read that began before a commit does not bring its old value back', async () => {
  const { handle, session, read } = scene()
  await session.commit([change('old')], [])
  const { held, release } = handle.holdNext(() => true)
  const commit = session.commit([change('new')], [])
  await held

  const during = await read()
  release()
  await commit

  expect([during, await read()]).toEqual(['old', 'new'])
})

test('after a failed commit a session never commits again, and its socket is told once', async () => {
  const { handle, session, failures, connection } = scene()
  handle.failNext(() => true)

  await expect(session.commit([change('lost')], [])).rejects.toThrow('the database is away')
  await expect(session.commit([change('late')], [])).rejects.toThrow(SessionEnded)
  await connection.begin(() => {}).commit([change('next socket')], [])

  expect(failures).toHaveLength(1)
  expect(session.hasEnded).toBe(true)
})

test('after the lease nothing is committed or forgotten by any session', async () => {
  const { store, session, connection } = scene()
  await session.commit([change('kept')], [])

  connection.revoke()
  await connection.clear()

  await expect(session.commit([change('late')], [])).rejects.toThrow(LeaseLost)
  await expect(connection.begin(() => {}).commit([], [])).rejects.toThrow(LeaseLost)
  expect(store.keys.get('session')?.get('ana')).toBe('kept')
})
