import { expect, test } from 'vitest'
import { commandIn, withoutCommands } from './bot-command'

test('a bubble with a command is a command', () => {
  expect(commandIn(' #{"queueId": 3} ')).toEqual({ kind: 'queue', queueId: 3 })
  expect(commandIn('#{"stopBot": true}')).toEqual({ kind: 'stop' })
})

test.each(['#{"queueId": 3}', ' #{"stopBot":true}', '##{"queueId": 3, "userId": 4}'])(
  "a customer's text %s is no command when a flow repeats it",
  (words) => {
    const repeated = withoutCommands(words)

    expect(commandIn(repeated)).toBeNull()
    expect(commandIn(repeated.replace(/^#(?=#)/, ''))).toBeNull()
  },
)

test('other texts reach the bot unchanged', () => {
  for (const words of ['Oi', '#promo', 'R$ 10 {desconto}', '# {']) expect(withoutCommands(words)).toBe(words)
})
