import type { UserId } from '@balcao/domain/ids'
import { z } from 'zod'

const existingTicket = z.object({
  uuid: z.string(),
  userId: z.number().nullable(),
  user: z.object({ name: z.string() }),
  queue: z.object({ name: z.string() }),
})

export type ExistingTicket =
  | { readonly kind: 'mine'; readonly uuid: string }
  | { readonly kind: 'someone-elses'; readonly userName: string; readonly queueName: string }

/** Reads the JSON text in which a refused creation names the ticket that exists (TICKET-31 to TICKET-33, TICKET-35). */
export function readExistingTicket(error: string, userId: UserId): ExistingTicket | undefined {
  const read = existingTicket.safeParse(parsedOrUndefined(error))
  if (!read.success) return undefined
  const { uuid, user, queue } = read.data
  const isOthers = read.data.userId !== null && read.data.userId !== userId
  return isOthers
    ? { kind: 'someone-elses', userName: user.name, queueName: queue.name }
    : { kind: 'mine', uuid }
}

function parsedOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // an ordinary code such as ERR_NO_DEF_WAPP_FOUND: not about an existing ticket
  }
}
