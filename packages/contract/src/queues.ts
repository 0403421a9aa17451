import type { IntegrationId, PromptId, QueueId } from '@balcao/domain/ids'
import { defaultOpeningHours, weekdays } from '@balcao/domain/opening-hours'
import { z } from 'zod'
import { endpoint } from './endpoint'
import {
  colourText,
  idParam,
  idSchema,
  instant,
  nameText,
  optionalCompanyId,
  optionalId,
  resultMessageAnswer,
  textField,
} from './wire-values'

/** Opening hours of one weekday. From 00:00 to 00:00 means closed (QUEUE-02, QUEUE-04). */
export const openingHours = z.object({
  weekday: textField(20),
  weekdayEn: z.enum(weekdays),
  startTime: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  endTime: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
})

/**
 * A week's opening hours, with any number of intervals a day. Clients may name a weekday only in Portuguese
 * (COMPANY-11).
 */
export const weeklyOpeningHoursForm = z.array(z.preprocess(withEnglishName, openingHours)).max(50)

function withEnglishName(interval: unknown): unknown {
  if (typeof interval !== 'object' || interval === null) return interval
  if (!('weekday' in interval) || 'weekdayEn' in interval) return interval
  const day = defaultOpeningHours.find(({ weekday }) => weekday === interval.weekday)
  return { ...interval, weekdayEn: day?.weekdayEn }
}

export const queue = z.object({
  id: idSchema<QueueId>(),
  name: z.string(),
  color: z.string(),
  orderQueue: z.number().int().nullable(),
  greetingMessage: z.string(),
  outOfHoursMessage: z.string(),
  schedules: z.array(openingHours),
  /** The assistant that answers the queue's pending tickets instead of the menu (BOT-11). */
  promptId: idSchema<PromptId>().nullable(),
  integrationId: idSchema<IntegrationId>().nullable(),
  createdAt: instant,
  updatedAt: instant,
})
export type QueueView = z.output<typeof queue>

const queueFields = z.object({
  name: nameText,
  color: colourText,
  greetingMessage: textField(4096),
  outOfHoursMessage: textField(4096),
  orderQueue: z
    .preprocess(
      (value) => (value === '' ? null : value),
      z.coerce
        .number('Invalid number')
        .int('Invalid number')
        .min(0, 'Invalid number')
        .max(10_000, 'Invalid number')
        .nullable(),
    )
    .optional(),
  schedules: weeklyOpeningHoursForm.optional(),
  promptId: optionalId<PromptId>(),
  integrationId: optionalId<IntegrationId>(),
})

export const queueForm = queueFields.extend({
  greetingMessage: queueFields.shape.greetingMessage.default(''),
  outOfHoursMessage: queueFields.shape.outOfHoursMessage.default(''),
})

const queueParams = z.object({ queueId: idParam<QueueId>() })

export const listQueues = endpoint('GET /queue', {
  name: 'queues.list',
  summary: 'Queues of the company, in their order',
  access: 'session',
  planFlag: 'none',
  query: z.object(optionalCompanyId),
  errors: ['ERR_NO_COMPANY_FOUND'],
  answer: z.array(queue),
})

export const getQueue = endpoint('GET /queue/:queueId', {
  name: 'queues.get',
  summary: 'One queue',
  access: 'session',
  planFlag: 'none',
  params: queueParams,
  answer: queue,
  errors: ['ERR_QUEUE_NOT_FOUND'],
})

export const createQueue = endpoint('POST /queue', {
  name: 'queues.create',
  summary: 'Creates a queue, within the limit of the plan',
  access: 'queues.manage',
  planFlag: 'none',
  body: queueForm,
  answer: queue,
  errors: [
    'ERR_QUEUE_COLOR_ALREADY_EXISTS',
    'ERR_QUEUE_NAME_ALREADY_EXISTS',
    'ERR_PLAN_LIMIT',
    'ERR_NO_PROMPT_FOUND',
    'ERR_NO_INTEGRATION_FOUND',
  ],
})

export const updateQueue = endpoint('PUT /queue/:queueId', {
  name: 'queues.update',
  summary: 'Changes a queue',
  access: 'queues.manage',
  planFlag: 'none',
  params: queueParams,
  body: queueFields.partial(),
  answer: queue,
  errors: [
    'ERR_QUEUE_NOT_FOUND',
    'ERR_QUEUE_COLOR_ALREADY_EXISTS',
    'ERR_QUEUE_NAME_ALREADY_EXISTS',
    'ERR_NO_PROMPT_FOUND',
    'ERR_NO_INTEGRATION_FOUND',
  ],
})

export const deleteQueue = endpoint('DELETE /queue/:queueId', {
  name: 'queues.delete',
  summary:
    'Deletes a queue; `moveTo` says which queue takes its live tickets (none: they wait without a queue)',
  access: 'queues.manage',
  planFlag: 'none',
  params: queueParams,
  query: z.object({ moveTo: optionalId<QueueId>() }),
  answer: resultMessageAnswer,
  errors: ['ERR_QUEUE_NOT_FOUND'],
})
