import type { ConnectionId, InboundEventId } from '@balcao/domain/ids'
import { z } from 'zod'
import { endpoint } from './endpoint'
import {
  idAndName,
  idParam,
  idSchema,
  instant,
  pageFields,
  pagingQuery,
  resultMessageAnswer,
} from './wire-values'

/** An inbound event of WhatsApp whose processing failed five times. Answers never contain its content. */
export const deadLetter = z.object({
  id: idSchema<InboundEventId>(),
  connection: idAndName<ConnectionId>(),
  /** The name of the chat's contact or group, if it is known. */
  from: z.string().nullable(),
  /** When WhatsApp delivered the event. */
  heardAt: instant,
  attempts: z.number().int(),
  reason: z.string(),
})
export type DeadLetter = z.output<typeof deadLetter>

const receptionParams = z.object({ entryId: idParam<InboundEventId>() })
const access = 'connections-page:actionButtons'
const errors = ['ERR_NOT_FOUND'] as const

export const listDeadLetters = endpoint('GET /in-tray/set-aside', {
  name: 'deadLetters.list',
  summary: 'Inbound events that failed for good, oldest first, with the reason and without their content',
  access,
  planFlag: 'none',
  query: z.object({ pageNumber: pagingQuery.pageNumber }),
  answer: z.object({ entries: z.array(deadLetter), ...pageFields }),
})

export const replayDeadLetter = endpoint('POST /in-tray/set-aside/:entryId/replay', {
  name: 'deadLetters.replay',
  summary: 'Handles a dead letter again, in its old place; it may fail again',
  access,
  planFlag: 'none',
  params: receptionParams,
  answer: resultMessageAnswer,
  errors,
})

export const replayAllDeadLetters = endpoint('POST /in-tray/set-aside/replay', {
  name: 'deadLetters.replayAll',
  summary: 'Handles all dead letters again, each in its old place',
  access,
  planFlag: 'none',
  answer: resultMessageAnswer,
})

export const dismissDeadLetter = endpoint('DELETE /in-tray/set-aside/:entryId', {
  name: 'deadLetters.dismiss',
  summary: 'Dismisses a dead letter for good',
  access,
  planFlag: 'none',
  params: receptionParams,
  answer: resultMessageAnswer,
  errors,
})
