import { AsyncResource } from 'node:async_hooks'
import type { SignalDataSet, SignalKeyStore, SignalKeyStoreWithTransaction } from 'baileys'
import { expect, test } from 'vitest'
import { runInAsyncContext } from './async-context'
import { replaceKeyTransactions } from './key-transactions'

function fixture() {
  const stored: SignalDataSet[] = []
  const values = new Map<string, string>()
  const store: SignalKeyStore = {
    get: async (_type, ids) => Object.fromEntries(ids.map((id) => [id, values.get(id) as never])),
    async set(data) {
      stored.push(data)
      for (const [id, value] of Object.entries(data.tctoken ?? {})) values.set(id, String(value?.timestamp))
    },
  }
  // Everything is replaced.
  const keys = {} as SignalKeyStoreWithTransaction
  replaceKeyTransactions(keys, store)
  const set = async (id: string, timestamp: string) => {
    await keys.set({ tctoken: { [id]: { token: Buffer.from(''), timestamp } } })
  }
  return { keys, set, stored }
}

test('a transaction sees its changes, others do not, and they are stored together at its end', async () => {
  const { keys, set, stored } = fixture()
  const outside = new AsyncResource('outside')

  const seen = await keys.transaction(async () => {
    await set('ana', '1')
    await set('rui', '2')
    await keys.transaction(() => set('rui', '3'), 'within')
    const { rui } = await keys.get('tctoken', ['rui'])
    const other = await outside.runInAsyncScope(() => keys.get('tctoken', ['rui']))
    return [rui?.timestamp, other.rui, keys.isInTransaction(), stored.length]
  }, 'one')

  expect(seen).toEqual(['3', undefined, true, 0])
  expect(stored.map(({ tctoken }) => Object.keys(tctoken ?? {}))).toEqual([['ana', 'rui']])
})

test('a failed transaction stores nothing, and the next one runs', async () => {
  const { keys, set, stored } = fixture()
  const failing = async () => {
    await set('ana', '1')
    throw new Error('no keys')
  }

  await expect(keys.transaction(failing, 'one')).rejects.toThrow('no keys')
  await keys.transaction(() => set('rui', '2'), 'one')

  expect(stored.map(({ tctoken }) => Object.keys(tctoken ?? {}))).toEqual([['rui']])
})

test('code that a finished transaction started changes keys by itself', async () => {
  const { keys, set, stored } = fixture()
  let goOn = () => {}
  let later = Promise.resolve()

  await keys.transaction(async () => {
    later = new Promise<void>((resolve) => {
      goOn = resolve
    }).then(() => set('ana', '1'))
  }, 'one')
  goOn()
  await later

  expect(stored).toHaveLength(1)
})

test('transactions of one name wait for each other, those of relays to other chats do not', async () => {
  const { keys } = fixture()
  const order: string[] = []
  let end = () => {}
  const slow = new Promise<void>((resolve) => {
    end = resolve
  })
  const relay = (chat: string, what: string, work: () => Promise<void>) =>
    runInAsyncContext({ chat }, () =>
      keys.transaction(async () => {
        await work()
        order.push(what)
      }, 'me'),
    )

  const all = [
    relay('ana', 'first to Ana', () => slow),
    relay('ana', 'second to Ana', async () => {}),
    relay('rui', 'to Rui', async () => {}),
  ]
  await all[2]
  end()
  await Promise.all(all)

  expect(order).toEqual(['to Rui', 'first to Ana', 'second to Ana'])
})
