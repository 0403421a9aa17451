import { expect, test } from 'vitest'
import { escapeBotCommands, parseBotCommand } from './bot-command'

test('a bubble with a command is a command', () => {
  expect(parseBotCommand(' #{"queueId": 3} ')).toEqual({ kind: 'queue', queueId: 3 })
  expect(parseBotCommand('#{"stopBot": true}')).toEqual({ kind: 'stop' })
})

test.each(['#{"queueId": 3}', ' #{"stopBot":true}', '##{"queueId": 3, "userId": 4}'])(
  "a customer's text %s is no command when a flow repeats it",
  (words) => {
    const repeated = escapeBotCommands(words)

    expect(parseBotCommand(repeated)).toBeNull()
    expect(parseBotCommand(repeated.replace(/^#(?=#)/, ''))).toBeNull()
  },
)

test('other texts reach the bot unchanged', () => {
  for (const words of ['Oi', '#promo', 'R$ 10 {desconto}', '# {'])
    expect(escapeBotCommands(words)).toBe(words)
})
