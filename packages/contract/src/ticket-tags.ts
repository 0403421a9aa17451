import type { TagId, TicketId } from '@balcao/domain/ids'
import { z } from 'zod'
import { endpoint } from './endpoint'
import { ticket } from './tickets'
import { idParam } from './wire-values'

/** Existing clients send whole tags. */
const tagOrId = z.union([idParam<TagId>(), z.object({ id: idParam<TagId>() }).transform(({ id }) => id)])

export const syncTicketTags = endpoint({
  name: 'tags.sync',
  summary: 'The ticket has exactly these tags from now on',
  method: 'POST',
  path: '/tags/sync',
  access: 'session',
  planFlag: 'none',
  body: z.object({ ticketId: idParam<TicketId>(), tags: z.array(tagOrId).max(100) }),
  answer: ticket,
  errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_TAG_FOUND'],
})
