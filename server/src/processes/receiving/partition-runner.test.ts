import { expect, test } from 'vitest'
import { manualTimers } from '../../testing/manual-timers'
import { createPartitionRunner, type PartitionOutcome } from './partition-runner'

interface Partition {
  readonly owner: number
  readonly name: string
}

type Steps = Readonly<Record<string, number | PartitionOutcome | readonly PartitionOutcome[]>>

/** Steps that last until the test ends them. A partition has that many steps, or a list of their outcomes. */
function fixture(steps: Steps = {}) {
  const left: Record<string, Steps[string]> = { ...steps }
  const running = new Map<string, () => void>()
  const taken: string[] = []
  const timers = manualTimers(() => new Date('2026-11-20T12:00:00Z'))
  const outcomeOf = (name: string): PartitionOutcome => {
    const said = left[name] ?? 1
    if (isList(said)) {
      const [now = 'done', ...later] = said
      left[name] = later
      return now
    }
    if (typeof said !== 'number') {
      left[name] = 1
      return said
    }
    left[name] = said - 1
    return said > 1 ? 'again' : 'done'
  }
  const runner = createPartitionRunner<Partition>({
    clock: timers,
    nameOf: ({ name }) => name,
    ownerOf: ({ owner }) => owner,
    takeStep: async (partitions) => {
      const step = partitions.map(({ name }) => name).join(' ')
      await new Promise<void>((resolve) => running.set(step, resolve))
      taken.push(step)
      return partitions.map((partition) => [partition, outcomeOf(partition.name)] as const)
    },
  })
  return {
    runner,
    taken,
    timers,
    inHand: () => [...running.keys()],
    /** Ends every running step. */
    async step() {
      const ends = [...running.values()]
      running.clear()
      for (const end of ends) end()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}
const isList = (said: Steps[string]): said is readonly PartitionOutcome[] => Array.isArray(said)
const partitions = (...names: string[]): Partition[] =>
  names.map((name) => ({ name, owner: name.charCodeAt(0) }))

test('the due partitions of an owner run together in one step; another owner runs at once', async () => {
  const { runner, inHand, step } = fixture()

  runner.wake(partitions('a1', 'a2'))
  runner.wake(partitions('a3'))
  runner.wake(partitions('a4', 'b1'))

  expect(inHand()).toEqual(['a1 a2', 'b1'])
  await step()
  expect(inHand()).toEqual(['a3 a4'])
})

test('a partition with more work continues with those of its owner that became due meanwhile', async () => {
  const { runner, taken, step } = fixture({ a1: 3 })

  runner.wake(partitions('a1'))
  runner.wake(partitions('a2'))
  for (let turn = 0; turn < 3; turn++) await step()

  expect(taken).toEqual(['a1', 'a2 a1', 'a1'])
})

test('at most sixteen partitions run together, and waiting ones run before those with more', async () => {
  const names = Array.from({ length: 20 }, (_, n) => `a${n}`)
  const { runner, taken, step } = fixture({ a0: 2 })

  runner.wake(partitions(...names))
  for (let turn = 0; turn < 2; turn++) await step()

  expect(taken).toEqual([names.slice(0, 16).join(' '), [...names.slice(16), 'a0'].join(' ')])
})

test('a second step of an owner starts while eight partitions wait; a third one waits', async () => {
  const names = Array.from({ length: 40 }, (_, n) => `a${n}`)
  const { runner, inHand, step } = fixture()

  runner.wake(partitions(...names.slice(0, 23)))
  expect(inHand()).toEqual([names.slice(0, 16).join(' ')])
  runner.wake(partitions(...names.slice(23)))
  expect(inHand()).toEqual([names.slice(0, 16).join(' '), names.slice(16, 32).join(' ')])

  await step()
  expect(inHand()).toEqual([names.slice(32).join(' ')])
})

test('slow partitions run alone, three of an owner at once, beside those that run together', async () => {
  const { runner, inHand, step } = fixture({ a1: 'alone', a2: 'alone', a3: 'alone', a4: 'alone' })
  runner.wake(partitions('a1', 'a2', 'a3', 'a4', 'a5'))

  await step()
  runner.wake(partitions('a5', 'a1'))

  expect(inHand()).toEqual(['a1', 'a2', 'a3', 'a5'])
  await step()
  expect(inHand()).toEqual(['a4', 'a1'])
})

test('a slow partition runs alone until it is done, even if woken; then with the others', async () => {
  const { runner, taken, step } = fixture({ a1: ['alone', 'alone', 'again', 'done'] })
  runner.wake(partitions('a1', 'a2'))

  for (let turn = 0; turn < 2; turn++) {
    await step()
    runner.wake(partitions('a1', 'a2'))
  }
  runner.wake(partitions('a3'))
  for (let turn = 0; turn < 2; turn++) await step()

  expect(taken).toEqual(['a1 a2', 'a1', 'a2', 'a1', 'a2', 'a1 a3'])
})

test('a resting partition is not due before its time; the others are', async () => {
  const { runner, inHand, timers, step } = fixture({ a1: { restMs: 1_000 } })
  runner.wake(partitions('a1', 'a2'))
  await step()

  runner.wake(partitions('a1', 'a2'))

  expect(inHand()).toEqual(['a2'])
  await step()
  timers.fire()
  expect(inHand()).toEqual(['a1'])
})

test('a partition woken while it runs gets another step', async () => {
  const { runner, taken, step } = fixture()

  runner.wake(partitions('a1'))
  runner.wake(partitions('a1'))
  for (let turn = 0; turn < 3; turn++) await step()

  expect(taken).toEqual(['a1', 'a1'])
})

test('stopping ends after the running steps', async () => {
  const { runner, taken, step } = fixture({ a1: 5 })
  runner.wake(partitions('a1'))
  runner.wake(partitions('a2'))

  const stopped = runner.stop()
  await step()
  await stopped

  expect(taken).toEqual(['a1'])
})
