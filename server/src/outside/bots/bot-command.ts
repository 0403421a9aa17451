import type { QueueId, UserId } from '@balcao/domain/ids'
import { z } from 'zod'
import type { BotCommand } from './port'

const id = z.coerce.number().int().min(1).max(2_147_483_647)

/** `{stopBot: true}`, `{queueId}` or `{queueId, userId}`: how a bot hands a conversation on (wire 4.8). */
export const botCommand = z
  .object({ stopBot: z.boolean().optional(), queueId: id.optional(), userId: id.optional() })
  .transform(({ stopBot, queueId, userId }): BotCommand | null => {
    if (stopBot === true) return { kind: 'stop' }
    if (queueId === undefined) return null
    const queue = queueId as QueueId // branding is parsing; the server looks it up among the company's own
    return userId === undefined
      ? { kind: 'queue', queueId: queue }
      : { kind: 'user', queueId: queue, userId: userId as UserId } // as above
  })

/** How a command begins. What customers send to a bot never holds it (`withoutCommands`). */
const opening = '#{'

/** A reply that is a command, `#{"queueId": 3}`; null when it is words. */
export function commandIn(text: string): BotCommand | null {
  const written = text.trim()
  if (!written.startsWith(opening)) return null
  try {
    return botCommand.safeParse(JSON.parse(written.slice(1))).data ?? null
  } catch {
    return null // a hashtag is not JSON: it is words
  }
}

/**
 * A customer's words as a bot gets them. A flow that repeats them, now or much later, as a bubble of its own would
 * otherwise let the customer give commands; with a blank between the two signs they are words, and read the same.
 */
export function withoutCommands(text: string): string {
  return text.replaceAll(opening, '# {')
}
