import { Mutex } from 'async-mutex'
import { expect, test } from 'vitest'
import { signalKeys } from './signal-keys'
import { connectionStore } from './store-session'
import { memoryKeyStore } from './testing/memory-key-store'

const entry = { key: 'k', chat: 'ana', content: new Uint8Array([1]), needsAcknowledgement: false }

function fixture() {
  const store = memoryKeyStore()
  const handle = store.open()
  const connection = connectionStore(handle)
  const keys = signalKeys(
    connection.begin(() => {}),
    connection.lock,
  )
  const set = async (text: string) => keys.set({ session: { ana: Buffer.from(text) } })
  const read = async () => {
    const { ana } = await keys.get('session', ['ana'])
    return ana && Buffer.from(ana).toString()
  }
  return { store, handle, keys, set, read }
}

test('ratchet and entry are one commit, which ends before the call returns', async () => {
  const { store, keys, set } = fixture()

  await keys.transaction(async () => {
    await keys.transaction(() => set('stepped'), 'inner')
    keys.storeInboundEvent(entry)
  }, 'outer')

  expect(store.commits).toBe(1)
  expect(store.entries).toEqual([entry])
  expect(store.keys.get('session')?.size).toBe(1)
})

test('a change by `along` is visible to all at once, and joins the next commit', async () => {
  const { store, keys, set, read } = fixture()

  await keys.along(() => set('opened'))
  const seen = [store.commits, await read()]
  await keys.transaction(async () => {
    keys.storeInboundEvent(entry)
  }, 'encrypt')

  expect(seen).toEqual([0, 'opened'])
  expect([store.commits, store.keys.get('session')?.size, await read()]).toEqual([1, 1, 'opened'])
})

test('a later change of a key overrides the one by `along`', async () => {
  const { store, keys, set, read } = fixture()

  await keys.along(() => set('opened'))
  await keys.transaction(async () => set(`${await read()}, stepped`), 'encrypt')

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

test('a unit of work sees its own changes, and others see them only after the commit', async () => {
  const { handle, keys, set, read } = fixture()
  await set('old')
  const { held, release } = handle.holdNext(() => true)

  const work = keys.transaction(async () => {
    await set('new')
    return read()
  }, 'unit')
  await held
  const outside = await read()
  release()

  expect([await work, outside, await read()]).toEqual(['new', 'old', 'new'])
})

test('two read-and-write units do not overwrite each other', async () => {
  const { keys, set, read } = fixture()
  await set('')

  const append = (letter: string) => keys.transaction(async () => set((await read()) + letter), letter)
  await Promise.all(['a', 'b', 'c'].map(append))

  expect((await read())?.split('').toSorted()).toEqual(['a', 'b', 'c'])
})

test('waiting units share one commit, each upon the previous one; a failed one adds nothing', async () => {
  const { store, handle, keys, set, read } = fixture()
  await set('')
  const { held, release } = handle.holdNext(() => true)
  const first = keys.transaction(async () => set('a'), 'first')
  await held
  const append = (letter: string) => keys.transaction(async () => set((await read()) + letter), letter)
  const failing = keys.transaction(async () => {
    await set('spoilt')
    throw new Error('undecryptable')
  }, 'failing')
  const waiting = Promise.all([append('b'), expect(failing).rejects.toThrow('undecryptable'), append('c')])

  release()
  await Promise.all([first, waiting])

  expect([await read(), store.commits]).toEqual(['abc', 3])
})

test('a failed shared commit fails each unit in it', async () => {
  const { handle, keys, set, read, store } = fixture()
  handle.failNext(() => true)

  const works = ['a', 'b'].map((letter) => keys.transaction(async () => set(letter), letter))

  for (const work of works) await expect(work).rejects.toThrow()
  expect([await read(), store.commits]).toEqual([undefined, 0])
})

test('work that a unit starts is a unit of its own: nothing is lost in a finished one', async () => {
  const { keys, set, read, store } = fixture()
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

  expect([await read(), store.commits]).toEqual(['stepped again', 2])
})

test('a mapping learnt outside is stored while a unit of work waits for it', async () => {
  const { keys, set, store } = fixture()
  const learn = () => keys.transaction(async () => keys.set({ 'lid-mapping': { '55': '99' } }), 'lid-mapping')

  await keys.transaction(async () => {
    await set('stepped')
    await learn()
  }, 'decrypt')

  expect(store.keys.get('lid-mapping')?.size).toBe(1)
  expect(store.commits).toBe(2)
})

test('an inbound event outside a unit of work is an error', () => {
  const connection = connectionStore(memoryKeyStore().open())
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
    expect([other.keys.isInTransaction(), other.store.commits, ours.store.commits]).toEqual([false, 1, 0])
  }, 'encrypt')

  expect([await ours.read(), await other.read(), ours.store.commits]).toEqual(['stepped', 'theirs', 1])
})
