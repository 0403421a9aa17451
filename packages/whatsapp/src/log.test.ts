import { expect, test } from 'vitest'
import { redactingLogger } from './log'

test("only the fixed sentence of a warning passes from Baileys' log", () => {
  const lines: object[] = []
  const write = (facts: object) => lines.push(facts)
  const logger = redactingLogger({ debug: write, info: write, warn: write, error: write }, 'connection 7')

  logger
    .child({ jid: '5551988880001@s.whatsapp.net' })
    .warn({ jid: '5551988880001' }, 'failed to store LID mapping')
  logger.error('Invalid LID-PN mapping: 99@lid, 55@s.whatsapp.net')
  logger.info({ me: '5551988880001' }, 'opened connection to WA')

  expect(lines).toEqual([
    { connection: 'connection 7', code: 'failed to store LID mapping' },
    { connection: 'connection 7', code: 'unnamed' },
  ])
})
