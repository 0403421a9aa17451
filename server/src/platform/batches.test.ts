import { expect, test } from 'vitest'
import { createBatcher, createBatcherByKey } from './batches'
import { DatabaseTrouble } from './database/database-trouble'

/** Batches of numbers, whose results are their doubles. A batch with `bad` fails. */
function fixture({ bad, trouble }: { bad?: number; trouble?: Error } = {}) {
  const carriedOut: number[][] = []
  const held: (() => void)[] = []
  let isHeld = false
  let idles = 0
  const send = createBatcher<number, number>({
    maxSize: 4,
    onIdle: () => idles++,
    async carryOut(items) {
      carriedOut.push([...items])
      if (isHeld) await new Promise<void>((resolve) => held.push(resolve))
      if (trouble !== undefined) throw trouble
      if (bad !== undefined && items.includes(bad)) throw new Error(`${bad} is bad`)
      return items.map((item) => item * 2)
    },
  })
  return {
    send,
    carriedOut,
    hold: () => (isHeld = true),
    release: () => {
      isHeld = false
      for (const resume of held) resume()
    },
    idles: () => idles,
  }
}

test('items of one turn share batches of the greatest size, two at once', async () => {
  const { send, carriedOut, idles } = fixture()
  expect(await Promise.all([1, 2, 3, 4, 5, 6, 7, 8, 9].map(send))).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 18])
  expect(carriedOut).toEqual([[1, 2, 3, 4], [5, 6, 7, 8], [9]])
  expect(idles()).toBe(1)
})

test('items that come while two batches run wait for the next', async () => {
  const { send, carriedOut, hold, release } = fixture()
  hold()
  const first = Promise.all([1, 2, 3, 4, 5].map(send))
  await new Promise(setImmediate)
  const later = Promise.all([6, 7].map(send))
  await new Promise(setImmediate)
  expect(carriedOut).toEqual([[1, 2, 3, 4], [5]])
  release()
  expect(await first).toEqual([2, 4, 6, 8, 10])
  expect(await later).toEqual([12, 14])
  expect(carriedOut[2]).toEqual([6, 7])
})

test('a batch that fails is split until the bad item stands alone', async () => {
  const { send } = fixture({ bad: 3 })
  const ends = await Promise.allSettled([1, 2, 3, 4].map(send))
  expect(ends.map((end) => (end.status === 'fulfilled' ? end.value : 'refused'))).toEqual([
    2,
    4,
    'refused',
    8,
  ])
})

test('a batch is not repeated after database trouble', async () => {
  const { send, carriedOut } = fixture({ trouble: new DatabaseTrouble('unavailable', new Error('gone')) })
  const ends = await Promise.allSettled([1, 2].map(send))
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(carriedOut).toEqual([[1, 2]])
})

test('items of one key wait for no act of another', async () => {
  const held: (() => void)[] = []
  const carriedOut: [string, number[]][] = []
  const send = createBatcherByKey<string, number, number>({
    maxSize: 4,
    async carryOut(key, items) {
      carriedOut.push([key, [...items]])
      if (key === 'slow') await new Promise<void>((resolve) => held.push(resolve))
      return items
    },
  })
  const slow = [1, 2, 3, 4, 5, 6, 7, 8].map((item) => send('slow', item))

  expect(await Promise.all([9, 10].map((item) => send('quick', item)))).toEqual([9, 10])

  for (const resume of held) resume()
  await Promise.all(slow)
  expect(carriedOut).toEqual([
    ['slow', [1, 2, 3, 4]],
    ['slow', [5, 6, 7, 8]],
    ['quick', [9, 10]],
  ])
})
