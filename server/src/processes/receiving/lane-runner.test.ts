import { expect, test } from 'vitest'
import { manualTimers } from '../../testing/manual-timers'
import { laneRunner } from './lane-runner'

interface Lane {
  readonly owner: number
  readonly name: string
}

/** Steps that are taken until they are told to end; a lane has so many of them. */
function scene(steps: Readonly<Record<string, number>>, atOnceOfOwner: number) {
  const left: Record<string, number> = { ...steps }
  const inHand = new Map<string, () => void>()
  const taken: string[] = []
  const runner = laneRunner<Lane>({
    clock: manualTimers(() => new Date('2026-11-20T12:00:00Z')),
    atOnceOfOwner,
    nameOf: ({ name }) => name,
    ownerOf: ({ owner }) => owner,
    takeTurn: async ({ name }) => {
      await new Promise<void>((resolve) => inHand.set(name, resolve))
      taken.push(name)
      const rest = (left[name] ?? 0) - 1
      left[name] = rest
      return rest > 0 ? 'again' : 'done'
    },
  })
  return {
    runner,
    taken,
    inHand: () => [...inHand.keys()],
    /** Ends every step that is in hand. */
    async step() {
      const ends = [...inHand.values()]
      inHand.clear()
      for (const end of ends) end()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}
const lanes = (...names: string[]): Lane[] => names.map((name) => ({ name, owner: name.charCodeAt(0) }))

test('an owner with many lanes takes its own places alone: the neighbour begins at once', () => {
  const { runner, inHand } = scene({}, 2)

  runner.wake(lanes('a1', 'a2', 'a3', 'a4'))
  runner.wake(lanes('b1'))

  expect(inHand()).toEqual(['a1', 'a2', 'b1'])
})

test('a lane with a long line gives way to the others of its owner, and goes on after them', async () => {
  const { runner, taken, step } = scene({ a1: 12, a2: 1, a3: 1 }, 1)

  runner.wake(lanes('a1', 'a2', 'a3'))
  for (let turn = 0; turn < 14; turn++) await step()

  expect(taken).toEqual([...Array(10).fill('a1'), 'a2', 'a3', 'a1', 'a1'])
})

test('a lane that is woken while it runs looks once more', async () => {
  const { runner, taken, step } = scene({ a1: 1 }, 1)

  runner.wake(lanes('a1'))
  runner.wake(lanes('a1'))
  for (let turn = 0; turn < 3; turn++) await step()

  expect(taken).toEqual(['a1', 'a1'])
})

test('stopping ends after the steps in hand', async () => {
  const { runner, taken, step } = scene({ a1: 5 }, 1)
  runner.wake(lanes('a1', 'a2'))

  const stopped = runner.stop()
  await step()
  await stopped

  expect(taken).toEqual(['a1'])
})
