import type { TagId, TicketId } from '@balcao/domain/ids'
import { z } from 'zod'
import { endpoint } from './endpoint'
import { ticket } from './tickets'
import { idParam, wireBoolean } from './wire-values'

/** A tag by its id; clients of the earlier API send the whole tag instead. */
const tagOrId = z.union([idParam<TagId>(), z.object({ id: idParam<TagId>() }).transform(({ id }) => id)])

export const replaceTicketTags = endpoint('POST /tags/sync', {
  name: 'tags.sync',
  summary: 'The ticket has exactly these tags from now on',
  access: 'session',
  planFlag: 'none',
  body: z.object({ ticketId: idParam<TicketId>(), tags: z.array(tagOrId).max(100) }),
  answer: ticket,
  errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_TAG_FOUND'],
})

export const addTicketTag = endpoint('PUT /ticket-tags/:ticketId/:tagId', {
  name: 'tags.put',
  summary:
    'Gives the ticket a tag; with `alone` the other tags of the board leave it in the same act. `lane0`, where existing clients drop cards of no tag, changes nothing',
  access: 'session',
  planFlag: 'useKanban',
  params: z.object({ ticketId: idParam<TicketId>(), tagId: z.union([idParam<TagId>(), z.literal('lane0')]) }),
  body: z.object({ alone: wireBoolean.default(false) }),
  answer: ticket,
  errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_TAG_FOUND'],
})

export const removeKanbanTags = endpoint('DELETE /ticket-tags/:ticketId', {
  name: 'tags.take',
  summary: 'Takes the tags of the board off the ticket; its other tags stay',
  access: 'session',
  planFlag: 'useKanban',
  params: z.object({ ticketId: idParam<TicketId>() }),
  answer: z.object({ message: z.string(), ticket }),
  errors: ['ERR_NO_TICKET_FOUND'],
})
