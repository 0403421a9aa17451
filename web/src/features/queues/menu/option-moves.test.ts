import type { QueueOptionView } from '@balcao/contract/queue-options'
import { expect, it } from 'vitest'
import {
  countMenuOptionsBelow,
  flattenMenuOptions,
  type OptionMoveDirection,
  positionAfterMove,
} from './option-moves'

const option = (id: number, place: number, parentId: number | null, children: QueueOptionView[] = []) =>
  ({
    id,
    option: String(place),
    parentId,
    title: `${id}`,
    message: '',
    children,
  }) as unknown as QueueOptionView

// 1 (11, 12 (121)), 2
const tree = [
  option(1, 1, null, [option(11, 1, 1), option(12, 2, 1, [option(121, 1, 12)])]),
  option(2, 2, null),
]
const lineOf = (id: number) => {
  const line = flattenMenuOptions(tree).find((one) => one.option.id === id)
  if (line === undefined) throw new Error(`No option ${id}`)
  return line
}

it('QUEUE-07 lists the lines in their shown order, each with its level', () => {
  expect(flattenMenuOptions(tree).map(({ option: { id }, level }) => [id, level])).toEqual([
    [1, 1],
    [11, 2],
    [12, 2],
    [121, 3],
    [2, 1],
  ])
})

it.each<[number, OptionMoveDirection, object | null]>([
  [1, 'up', null],
  [2, 'up', { parentId: null, option: 1 }],
  [1, 'down', { parentId: null, option: 2 }],
  [2, 'down', null],
  [2, 'in', { parentId: 1, option: 3 }],
  [12, 'in', { parentId: 11, option: 1 }],
  [11, 'in', null],
  [121, 'out', { parentId: 1, option: 3 }],
  [12, 'out', { parentId: null, option: 2 }],
  [2, 'out', null],
])('QUEUE-22 option %i moves %s to %j', (id, move, place) => {
  expect(positionAfterMove(lineOf(id), move)).toEqual(place)
})

it('QUEUE-23 counts the options below an option', () => {
  expect([1, 12, 2].map((id) => countMenuOptionsBelow(lineOf(id).option))).toEqual([3, 1, 0])
})
