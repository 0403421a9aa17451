import { expect, test } from 'vitest'
import { oneInHand } from './one-in-hand'

/** Acts that end when the test says so, and their names in the order of their starts. */
function openFixture() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const errors: unknown[] = []
  const acts = oneInHand((error) => errors.push(error))
  return {
    acts,
    begun,
    errors,
    ask: (key: string, name: string) =>
      acts.ask(key, () => {
        begun.push(name)
        return new Promise((resolve) => ends.push(resolve))
      }),
    endNext: () => ends.shift()?.(),
  }
}

test('one act per key runs; of those asked meanwhile only the last one follows', async () => {
  const { ask, begun, endNext, acts } = openFixture()

  const first = ask('a', 'first')
  const others = Array.from({ length: 1_000 }, (_, at) => ask('a', `wish ${at}`))
  endNext()
  await first
  await expect.poll(() => begun.length).toBe(2)
  endNext()
  await Promise.all(others)
  await acts.settled()

  expect(begun).toEqual(['first', 'wish 999'])
})

test('acts of other keys do not wait, and a finished key starts again', async () => {
  const { ask, begun, endNext } = openFixture()

  const both = [ask('a', 'of a'), ask('b', 'of b')]
  expect(begun).toEqual(['of a', 'of b'])
  endNext()
  endNext()
  await Promise.all(both)
  void ask('a', 'a again')

  expect(begun).toEqual(['of a', 'of b', 'a again'])
})

test('a failing act is reported, and the waiting one runs', async () => {
  const { acts, errors } = openFixture()
  const ran: string[] = []

  void acts.ask('a', () => Promise.reject(new Error('gone')))
  await acts.ask('a', async () => void ran.push('next'))

  expect(errors).toEqual([new Error('gone')])
  expect(ran).toEqual(['next'])
})

test('after stop only the running act is awaited', async () => {
  const { acts, ask, begun, endNext } = openFixture()
  void ask('a', 'in hand')
  void ask('a', 'waits')

  acts.stop()
  void ask('b', 'too late')
  endNext()
  await acts.settled()

  expect(begun).toEqual(['in hand'])
})
