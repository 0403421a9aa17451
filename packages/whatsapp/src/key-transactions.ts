import type { SignalDataSet, SignalDataTypeMap, SignalKeyStore, SignalKeyStoreWithTransaction } from 'baileys'
import { asyncContext, inContext } from './async-context'

/** A transaction of Baileys over the keys of one socket. */
export interface KeyTransaction {
  readonly of: SignalKeyStore
  readonly changes: Map<string, { readonly type: string; readonly id: string; readonly value: unknown }>
  /** Its work has ended: code that still runs in its context no longer belongs to it. */
  isOver: boolean
}

/**
 * Replaces the transactions of Baileys' key store; call it once per socket. Each sees its own changes and stores them
 * when its work has succeeded. There are two reasons:
 * - Baileys enters an async storage of its own for each socket and never leaves it (see `async-context.ts`).
 * - Baileys relays one message of a number at a time, so that the first message to a group of hundreds would block every
 *   other conversation. Its lock guards state per chat (who has our key to a group) and the ratchets, which our own unit
 *   of work guards. So a lock per chat suffices.
 */
export function replaceTransactions(keys: SignalKeyStoreWithTransaction, store: SignalKeyStore): void {
  const alone = oneAtATimeByName()
  const running = (): KeyTransaction | undefined => {
    const { transaction } = asyncContext()
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
      if (value != null) found[id] = value as SignalDataTypeMap[Type] // `set` has put it there
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
    const { chat } = asyncContext()
    return alone(chat === undefined ? name : `${name} to ${chat}`, async () => {
      const transaction: KeyTransaction = { of: store, changes: new Map(), isOver: false }
      const result = await inContext({ transaction }, work).finally(() => {
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
  return data as SignalDataSet // `set` got the same in parts
}

/** Works of one name run one after the other. */
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
