import type { QueueId, UserId } from '@balcao/domain/ids'
import { z } from 'zod'
import type { BotCommand } from './port'

const id = z.coerce.number().int().min(1).max(2_147_483_647)

/** `{stopBot: true}`, `{queueId}` or `{queueId, userId}`: how a bot hands a conversation over (wire 4.8). */
export const botCommandSchema = z
  .object({ stopBot: z.boolean().optional(), queueId: id.optional(), userId: id.optional() })
  .transform(({ stopBot, queueId, userId }): BotCommand | null => {
    if (stopBot === true) return { kind: 'stop' }
    if (queueId === undefined) return null
    const queue = queueId as QueueId // any number may be one; the server searches it in the company
    return userId === undefined
      ? { kind: 'queue', queueId: queue }
      : { kind: 'user', queueId: queue, userId: userId as UserId } // as above
  })

/** The start of a command. Texts of customers never contain it when they reach a bot (`withoutCommands`). */
const opening = '#{'

/** Parses a reply that is a command, `#{"queueId": 3}`; null: it is a text. */
export function parseBotCommand(text: string): BotCommand | null {
  const written = text.trim()
  if (!written.startsWith(opening)) return null
  try {
    return botCommandSchema.safeParse(JSON.parse(written.slice(1))).data ?? null
  } catch {
    return null // a hashtag is no JSON: it is a text
  }
}

/**
 * Prepares a customer's text for a bot. A flow may repeat it, now or later, as a bubble of its own, which would let
 * customers give commands. A space between the two characters makes it a text that reads the same.
 */
export function escapeBotCommands(text: string): string {
  return text.replaceAll(opening, '# {')
}
