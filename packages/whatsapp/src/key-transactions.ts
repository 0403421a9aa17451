import type { SignalDataSet, SignalDataTypeMap, SignalKeyStore, SignalKeyStoreWithTransaction } from 'baileys'
import { currentAsyncContext, runInAsyncContext } from './async-context'

export interface KeyTransaction {
  readonly of: SignalKeyStore
  readonly changes: Map<string, { readonly type: string; readonly id: string; readonly value: unknown }>
  /** True when the transaction has ended. Code that still runs in its async context no longer belongs to it. */
  isOver: boolean
}

/**
 * Replaces Baileys' key transactions. They leak their AsyncLocalStorage, and a number sends only one message at a time,
 * so that the first message to a large group blocks all other chats. The replacement locks each chat separately, to
 * protect the list of members who have our group key. `signal-keys.ts` protects the ratchets.
 */
export function replaceKeyTransactions(keys: SignalKeyStoreWithTransaction, store: SignalKeyStore): void {
  const alone = oneAtATimeByName()
  const running = (): KeyTransaction | undefined => {
    const { transaction } = currentAsyncContext()
    return transaction?.of === store && !transaction.isOver ? transaction : undefined
  }

  keys.isInTransaction = () => running() !== undefined
  keys.get = async <Type extends keyof SignalDataTypeMap>(type: Type, ids: string[]) => {
    const changes = running()?.changes
    const changed = ids.filter((id) => changes?.has(nameOf(type, id)))
    const missing = ids.filter((id) => !changed.includes(id))
    const found = missing.length === 0 ? {} : await store.get(type, missing)
    for (const id of changed) {
      const value = changes?.get(nameOf(type, id))?.value
      // the cast is safe: `set` stored a value of this type
      if (value != null) found[id] = value as SignalDataTypeMap[Type]
    }
    return found
  }
  keys.set = async (data) => {
    const transaction = running()
    if (transaction === undefined) return store.set(data)
    for (const [type, values] of Object.entries(data))
      for (const [id, value] of Object.entries(values ?? {}))
        transaction.changes.set(nameOf(type, id), { type, id, value })
  }
  keys.transaction = (work, name) => {
    if (running() !== undefined) return work()
    const { chat } = currentAsyncContext()
    return alone(chat === undefined ? name : `${name} to ${chat}`, async () => {
      const transaction: KeyTransaction = { of: store, changes: new Map(), isOver: false }
      const result = await runInAsyncContext({ transaction }, work).finally(() => {
        transaction.isOver = true
      })
      if (transaction.changes.size > 0) await store.set(dataOf(transaction))
      return result
    })
  }
}

function dataOf({ changes }: KeyTransaction): SignalDataSet {
  const data: Record<string, Record<string, unknown>> = {}
  for (const { type, id, value } of changes.values()) data[type] = { ...data[type], [id]: value }
  return data as SignalDataSet // the cast is safe: `set` got these values
}

function oneAtATimeByName() {
  const last = new Map<string, Promise<void>>()
  return async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const before = last.get(name)
    let end = () => {}
    const mine = new Promise<void>((resolve) => {
      end = resolve
    })
    last.set(name, mine)
    try {
      await before
      return await work()
    } finally {
      end()
      if (last.get(name) === mine) last.delete(name)
    }
  }
}

function nameOf(type: string, id: string): string {
  return `${type}\n${id}`
}
