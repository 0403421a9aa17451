import { expect, test } from 'vitest'
import { createKeyedTaskCoalescer } from './coalesce-by-key'

/** Acts that end by `endNext`, and their names in the order of their starts. */
function openFixture() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const errors: unknown[] = []
  const acts = createKeyedTaskCoalescer((error) => errors.push(error))
  return {
    acts,
    begun,
    errors,
    run: (key: string, name: string) =>
      acts.run(key, () => {
        begun.push(name)
        return new Promise((resolve) => ends.push(resolve))
      }),
    endNext: () => ends.shift()?.(),
  }
}

test('one act per key runs; of those that come meanwhile only the last one runs next', async () => {
  const { run, begun, endNext, acts } = openFixture()

  const first = run('a', 'first')
  const others = Array.from({ length: 1_000 }, (_, at) => run('a', `act ${at}`))
  endNext()
  await first
  await expect.poll(() => begun.length).toBe(2)
  endNext()
  await Promise.all(others)
  await acts.settled()

  expect(begun).toEqual(['first', 'act 999'])
})

test('acts of other keys do not wait, and a finished key starts again', async () => {
  const { run, begun, endNext } = openFixture()

  const both = [run('a', 'of a'), run('b', 'of b')]
  expect(begun).toEqual(['of a', 'of b'])
  endNext()
  endNext()
  await Promise.all(both)
  void run('a', 'a again')

  expect(begun).toEqual(['of a', 'of b', 'a again'])
})

test('a failing act is reported, and the waiting one runs', async () => {
  const { acts, errors } = openFixture()
  const ran: string[] = []

  void acts.run('a', () => Promise.reject(new Error('failed')))
  await acts.run('a', async () => void ran.push('next'))

  expect(errors).toEqual([new Error('failed')])
  expect(ran).toEqual(['next'])
})

test('after stop only the running act is awaited', async () => {
  const { acts, run, begun, endNext } = openFixture()
  void run('a', 'running')
  void run('a', 'waits')

  acts.stop()
  void run('b', 'too late')
  endNext()
  await acts.settled()

  expect(begun).toEqual(['running'])
})
