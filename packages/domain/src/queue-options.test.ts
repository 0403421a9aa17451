import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { QueueOptionId } from './ids'
import { limits } from './limits'
import {
  childOptionsOf,
  type OptionPosition,
  optionInsertionPlan,
  optionMoveRefusal,
  optionSubtreeOf,
  optionsChangedByDeletion,
  optionsChangedByMove,
} from './queue-options'

const id = (number: number) => number as QueueOptionId
const at = (own: number, parent: number | null, option: number): OptionPosition => ({
  id: id(own),
  parentId: parent === null ? null : id(parent),
  option,
})

// 1 (11, 12 (121)), 2, 3
const menu = [at(1, null, 1), at(11, 1, 1), at(12, 1, 2), at(121, 12, 1), at(2, null, 2), at(3, null, 3)]
const short = (options: readonly OptionPosition[]) =>
  options.map((one) => `${one.id} as ${one.option} of ${one.parentId}`).sort()

describe('a place in the menu', () => {
  it.each([
    ['without a place it is the last', null, 4, []],
    ['beyond the last it is the last', 99, 4, []],
    ['in the middle the others step aside', 2, 2, ['2 as 3 of null', '3 as 4 of null']],
    ['at the beginning all do', 1, 1, ['1 as 2 of null', '2 as 3 of null', '3 as 4 of null']],
  ])('QUEUE-21 a new option: %s', (_, wanted, option, moved) => {
    const room = optionInsertionPlan(menu, null, wanted)

    expect([room.option, short(room.moved)]).toEqual([option, moved])
  })

  it.each([
    ['up', 3, { parentId: null, option: 2 }, ['2 as 3 of null', '3 as 2 of null']],
    [
      'down to the end',
      1,
      { parentId: null, option: null },
      ['1 as 3 of null', '2 as 1 of null', '3 as 2 of null'],
    ],
    [
      'under another one',
      2,
      { parentId: id(1), option: 1 },
      ['11 as 2 of 1', '12 as 3 of 1', '2 as 1 of 1', '3 as 2 of null'],
    ],
    [
      'out to the top',
      12,
      { parentId: null, option: 2 },
      ['12 as 2 of null', '2 as 3 of null', '3 as 4 of null'],
    ],
    ['to its own place', 2, { parentId: null, option: 2 }, []],
  ])('QUEUE-22 a move %s renumbers those it leaves and those it joins', (_, own, to, moved) => {
    expect(short(optionsChangedByMove(menu, id(own), to))).toEqual(moved)
  })

  it('QUEUE-23 deleting an option deletes its subtree, and later siblings close the gap', () => {
    expect([...optionSubtreeOf(menu, id(1))]).toEqual([1, 11, 12, 121])
    expect(short(optionsChangedByDeletion(menu, id(1)))).toEqual(['2 as 1 of null', '3 as 2 of null'])
  })

  it('an option never moves below itself, nor deeper than the maximum depth', () => {
    const deep = Array.from({ length: limits.queueOptions.depth }, (_, level) =>
      at(level + 1, level === 0 ? null : level, 1),
    )
    const last = id(limits.queueOptions.depth)

    expect(optionMoveRefusal(menu, id(1), id(121))).toBe('into-itself')
    expect(optionMoveRefusal(menu, id(1), id(1))).toBe('into-itself')
    expect(optionMoveRefusal(menu, id(12), id(2))).toBeNull()
    expect(optionMoveRefusal(deep, null, last)).toBe('too-deep')
    expect(optionMoveRefusal(deep, null, id(limits.queueOptions.depth - 1))).toBeNull()
    expect(
      optionMoveRefusal([...deep, at(50, null, 2), at(51, 50, 1)], id(50), id(limits.queueOptions.depth - 1)),
    ).toBe('too-deep')
  })
})

type Step = { kind: 'add' | 'move' | 'remove'; which: number; parent: number; place: number | null }
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('add', 'add', 'move', 'remove'),
  which: fc.nat(40),
  parent: fc.nat(40),
  place: fc.option(fc.integer({ min: 1, max: 8 })),
})

const taking = (options: readonly OptionPosition[], changed: readonly OptionPosition[]) =>
  options.map((one) => changed.find((other) => other.id === one.id) ?? one)

function after(options: readonly OptionPosition[], next: Step, newId: number): readonly OptionPosition[] {
  const chosen = options[next.which % Math.max(1, options.length)]
  const parentId = options[next.parent]?.id ?? null
  if (next.kind === 'add') {
    const { option, moved } = optionInsertionPlan(options, parentId, next.place)
    return [...taking(options, moved), { id: id(newId), parentId, option }]
  }
  if (chosen === undefined) return options
  if (next.kind === 'remove') {
    const gone = optionSubtreeOf(options, chosen.id)
    return taking(options, optionsChangedByDeletion(options, chosen.id)).filter((one) => !gone.has(one.id))
  }
  if (optionMoveRefusal(options, chosen.id, parentId) !== null) return options
  return taking(options, optionsChangedByMove(options, chosen.id, { parentId, option: next.place }))
}

it('QUEUE-21 QUEUE-22 QUEUE-23 random edits leave numbers without gaps and one connected tree', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const options = steps.reduce<readonly OptionPosition[]>(
        (all, next, turn) => after(all, next, turn + 1),
        [],
      )

      const parents = [null, ...options.map((one) => one.id)]
      for (const parentId of parents) {
        const numbers = childOptionsOf(options, parentId).map(({ option }) => option)
        expect(numbers).toEqual(numbers.map((_, place) => place + 1))
      }
      const reached = childOptionsOf(options, null).flatMap((one) => [...optionSubtreeOf(options, one.id)])
      expect(reached.length).toBe(options.length)
    }),
    { numRuns: 300, seed: 33 },
  )
})
