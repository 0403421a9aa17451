import type { QueueId, UserId } from '@balcao/domain/ids'
import { z } from 'zod'
import type { BotCommand } from './port'

const id = z.coerce.number().int().min(1).max(2_147_483_647)

/** How a bot hands a conversation over: `{stopBot: true}`, `{queueId}` or `{queueId, userId}`. */
export const botCommandSchema = z
  .object({ stopBot: z.boolean().optional(), queueId: id.optional(), userId: id.optional() })
  .transform(({ stopBot, queueId, userId }): BotCommand | null => {
    if (stopBot === true) return { kind: 'stop' }
    if (queueId === undefined) return null
    // the cast is safe, because the server looks for a queue of the company with this id
    const queue = queueId as QueueId
    return userId === undefined
      ? { kind: 'queue', queueId: queue }
      : // the cast is safe, because the server looks for a user of the company with this id
        { kind: 'user', queueId: queue, userId: userId as UserId }
  })

/** The start of a command in a bot's text. `escapeBotCommands` breaks it up in texts of customers. */
const opening = '#{'

/** Parses a bot's reply such as `#{"queueId": 3}`. Null: the reply is a text. */
export function parseBotCommand(text: string): BotCommand | null {
  const written = text.trim()
  if (!written.startsWith(opening)) return null
  try {
    return botCommandSchema.safeParse(JSON.parse(written.slice(1))).data ?? null
  } catch {
    return null // the text after `#` is not JSON, so the reply is an ordinary text
  }
}

/** A bot may repeat a customer's text, which could then be a command. A space between `#` and `{` prevents that. */
export function escapeBotCommands(text: string): string {
  return text.replaceAll(opening, '# {')
}
