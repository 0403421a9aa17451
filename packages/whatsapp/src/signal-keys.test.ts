import { AsyncLocalStorage } from 'node:async_hooks'
import { Mutex } from 'async-mutex'
import { expect, test } from 'vitest'
import { signalKeys } from './signal-keys'
import { connectionKeyStore } from './store-session'
import { memoryKeyStore } from './testing/memory-key-store'

const entry = { key: 'k', chat: 'ana', content: new Uint8Array([1]), needsAcknowledgement: false }

function fixture() {
  const store = memoryKeyStore()
  const handle = store.open()
  const connection = connectionKeyStore(handle)
  const session = connection.begin(() => {})
  const keys = signalKeys(session, connection.lock)
  const set = async (text: string) => keys.set({ session: { ana: Buffer.from(text) } })
  const read = async () => {
    const { ana } = await keys.get('session', ['ana'])
    return ana && Buffer.from(ana).toString()
  }
  return { store, handle, session, keys, set, read }
}

test('ratchet and entry are one commit', async () => {
  const { store, session, keys, set } = fixture()

  await keys.transaction(async () => {
    await keys.transaction(() => set('stepped'), 'inner')
    keys.storeInboundEvent(entry)
  }, 'outer')
  await session.settled()

  expect(store.commits).toBe(1)
  expect(store.entries).toEqual([entry])
  expect(store.keys.get('session')?.size).toBe(1)
})

test('a change by `along` is visible to all at once, and joins the next commit', async () => {
  const { store, session, keys, set, read } = fixture()

  await keys.along(() => set('opened'))
  const seen = [store.commits, await read()]
  await keys.transaction(async () => {
    keys.storeInboundEvent(entry)
  }, 'encrypt')
  await session.settled()

  expect(seen).toEqual([0, 'opened'])
  expect([store.commits, store.keys.get('session')?.size, await read()]).toEqual([1, 1, 'opened'])
})

test('a later change of a key overrides the one by `along`', async () => {
  const { store, session, keys, set, read } = fixture()

  await keys.along(() => set('opened'))
  await keys.transaction(async () => set(`${await read()}, stepped`), 'encrypt')
  await session.settled()

  expect([store.commits, await read()]).toEqual([1, 'opened, stepped'])
})

test('a unit of work that fails leaves nothing behind', async () => {
  const { store, keys, set, read } = fixture()

  const work = keys.transaction(async () => {
    await set('stepped')
    keys.storeInboundEvent(entry)
    throw new Error('undecryptable')
  }, 'outer')

  await expect(work).rejects.toThrow('undecryptable')
  expect([store.commits, await read()]).toEqual([0, undefined])
})

test('a unit of work sees its own changes, and others see them when it has ended', async () => {
  const { keys, set, read } = fixture()
  await set('old')
  let outside = Promise.resolve<string | undefined>('')
  const readOutside = AsyncLocalStorage.snapshot()

  const inside = await keys.transaction(async () => {
    await set('new')
    outside = readOutside(read)
    await outside
    return read()
  }, 'unit')

  expect([inside, await outside, await read()]).toEqual(['new', 'old', 'new'])
})

test('two read-and-write units do not overwrite each other', async () => {
  const { keys, set, read } = fixture()
  await set('')

  const append = (letter: string) => keys.transaction(async () => set((await read()) + letter), letter)
  await Promise.all(['a', 'b', 'c'].map(append))

  expect((await read())?.split('').toSorted()).toEqual(['a', 'b', 'c'])
})

test('units during a commit share the next one, each upon the previous; a failed one adds nothing', async () => {
  const { store, handle, session, keys, set, read } = fixture()
  const { held, release } = handle.holdNext(() => true)
  await set('a')
  await held
  const append = (letter: string) => keys.transaction(async () => set((await read()) + letter), letter)
  const failing = keys.transaction(async () => {
    await set('spoilt')
    throw new Error('undecryptable')
  }, 'failing')
  await Promise.all([append('b'), expect(failing).rejects.toThrow('undecryptable'), append('c')])

  release()
  await session.settled()

  expect([await read(), store.commits]).toEqual(['abc', 2])
})

test('a failed commit ends the session, so that no later unit is committed', async () => {
  const { handle, session, keys, set, store } = fixture()
  handle.failNext(() => true)

  for (const letter of ['a', 'b']) await keys.transaction(async () => set(letter), letter)

  await expect(session.settled()).rejects.toThrow()
  expect([session.hasEnded, store.commits]).toEqual([true, 0])
})

test('work that a unit starts is a unit of its own: nothing is lost in a finished one', async () => {
  const { keys, session, set, read, store } = fixture()
  let woken = Promise.resolve()
  let wake = () => {}

  await keys.transaction(async () => {
    await set('stepped')
    // As the commit resumes the sender: a continuation that outlives the unit and retains its context.
    woken = new Promise<void>((resolve) => {
      wake = resolve
    }).then(() => set('stepped again'))
  }, 'decrypt')
  wake()
  await woken
  await session.settled()

  expect([await read(), store.keys.get('session')?.size]).toEqual(['stepped again', 1])
})

test('a mapping learnt outside is stored while a unit of work waits for it', async () => {
  const { keys, session, set, store } = fixture()
  const learn = () => keys.transaction(async () => keys.set({ 'lid-mapping': { '55': '99' } }), 'lid-mapping')

  await keys.transaction(async () => {
    await set('stepped')
    await learn()
  }, 'decrypt')
  await session.settled()

  expect([store.keys.get('lid-mapping')?.size, store.keys.get('session')?.size]).toEqual([1, 1])
})

test('an inbound event outside a unit of work is an error', () => {
  const connection = connectionKeyStore(memoryKeyStore().open())
  const keys = signalKeys(
    connection.begin(() => {}),
    new Mutex(),
  )

  expect(() => keys.storeInboundEvent(entry)).toThrow(/unit of work/)
})

test("a unit of work belongs to its connection: another one's change is committed separately", async () => {
  const [ours, other] = [fixture(), fixture()]

  await ours.keys.transaction(async () => {
    await ours.set('stepped')
    await other.set('theirs')
    ours.keys.storeInboundEvent(entry)
    await other.session.settled()
    expect([other.keys.isInTransaction(), other.store.commits, ours.store.commits]).toEqual([false, 1, 0])
  }, 'encrypt')
  await ours.session.settled()

  expect([await ours.read(), await other.read(), ours.store.commits]).toEqual(['stepped', 'theirs', 1])
})
