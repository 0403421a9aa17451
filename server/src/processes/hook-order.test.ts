import { expect, it } from 'vitest'
import { hook, onHook } from '../platform/hooks'
import { sortHookHandlers } from './hook-order'

const leaving = hook<object>('user leaving')
const actorColumns: string[] = []
const feature = (name: string) => ({
  name,
  hooks: [onHook(leaving, async () => void actorColumns.push(name))],
})

it('handlers run in the named order, not in that of the features', async () => {
  const hooks = sortHookHandlers([feature('chats'), feature('tickets')], [[leaving, ['tickets', 'chats']]])

  for (const { carryOut } of hooks) await carryOut({} as never, {})

  expect(actorColumns).toEqual(['tickets', 'chats'])
})

it.each([
  ['no order', []],
  ['an order without one of them', [[leaving, ['tickets']]]],
  ['an order with a feature that has no handler', [[leaving, ['tickets', 'chats', 'users']]]],
] as const)('several handlers with %s are refused at the start', (_, order) => {
  expect(() => sortHookHandlers([feature('chats'), feature('tickets')], order)).toThrow('hook "user leaving"')
})

it('one handler needs no order', () => {
  expect(sortHookHandlers([feature('chats')], [])).toHaveLength(1)
})
