import { DatabaseTrouble } from './database/database-trouble'

export interface BatcherSettings<Item, Result> {
  /**
   * Carries out the items in one transaction and returns their results in the same order. A result may be a promise,
   * which delays only its own item. If a transaction of several items fails, the batcher calls this again for each
   * half.
   */
  carryOut(items: readonly Item[]): Promise<readonly (Result | Promise<Result>)[]>
  /** The most items in a batch. All of them wait for one transaction, so a larger batch makes each wait longer. */
  readonly maxSize: number
  onIdle?(): void
}

/** While the database works on one batch, the process prepares the next. */
const batchesAtOnce = 2

interface Waiting<Item, Result> {
  readonly item: Item
  resolve(result: Result | Promise<Result>): void
  reject(error: unknown): void
}

/** Returns a function that adds an item to the next batch. An item never waits for a batch to fill. */
export function createBatcher<Item, Result>({
  carryOut,
  maxSize,
  onIdle,
}: BatcherSettings<Item, Result>): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  let running = 0

  function start(): void {
    while (running < batchesAtOnce && waiting.length > 0) {
      running++
      void carryOutAll(waiting.splice(0, maxSize)).finally(() => {
        running--
        if (waiting.length > 0) start()
        else if (running === 0) onIdle?.()
      })
    }
  }

  /** Runs a batch and gives each item its result or error, so the returned promise never rejects. */
  async function carryOutAll(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await carryOut(batch.map(({ item }) => item))
      for (const [at, { resolve, reject }] of batch.entries()) {
        const result = results[at]
        if (result === undefined) reject(new Error('each item of a batch has a result'))
        else resolve(result)
      }
    } catch (error) {
      // Rejects without a retry in halves: a single item can't be split, and a transaction whose connection was lost
      // may be committed, so a retry could carry it out twice.
      if (batch.length === 1 || error instanceof DatabaseTrouble) {
        for (const { reject } of batch) reject(error)
        return
      }
      const half = Math.ceil(batch.length / 2)
      await Promise.all([carryOutAll(batch.slice(0, half)), carryOutAll(batch.slice(half))])
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      // Starts at the end of this turn of the event loop, so that items of the same turn join the batch.
      if (waiting.length === 1) setImmediate(start)
    })
}

/** Returns a batcher that has separate batches for each key, so that the items of one key never wait for another. */
export function createBatcherByKey<Key, Item, Result>({
  carryOut,
  maxSize,
}: {
  carryOut(key: Key, items: readonly Item[]): ReturnType<BatcherSettings<Item, Result>['carryOut']>
  readonly maxSize: number
}): (key: Key, item: Item) => Promise<Result> {
  const ofKeys = new Map<Key, (item: Item) => Promise<Result>>()
  return (key, item) => {
    const ofKey =
      ofKeys.get(key) ??
      createBatcher<Item, Result>({
        carryOut: (items) => carryOut(key, items),
        maxSize,
        onIdle: () => ofKeys.delete(key),
      })
    ofKeys.set(key, ofKey)
    return ofKey(item)
  }
}
