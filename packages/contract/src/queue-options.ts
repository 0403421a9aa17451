import type { QueueId, QueueOptionId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { z } from 'zod'
import { endpoint } from './endpoint'
import {
  emptyToNull,
  idParam,
  idSchema,
  instant,
  requiredText,
  resultMessageAnswer,
  textField,
} from './wire-values'

export interface QueueOptionView {
  readonly id: QueueOptionId
  readonly queueId: QueueId
  /** The parent option; null at the top of the menu. */
  readonly parentId: QueueOptionId | null
  /** The number that the customer types to choose it. It is a text for clients of the earlier API. */
  readonly option: string
  readonly title: string
  /** The text that the bot sends when the customer chooses the option. */
  readonly message: string
  readonly children: readonly QueueOptionView[]
  readonly createdAt: string
  readonly updatedAt: string
}
export const queueOption: z.ZodType<QueueOptionView> = z.object({
  id: idSchema<QueueOptionId>(),
  queueId: idSchema<QueueId>(),
  parentId: idSchema<QueueOptionId>().nullable(),
  option: z.string(),
  title: z.string(),
  message: z.string(),
  get children() {
    return z.array(queueOption)
  },
  createdAt: instant,
  updatedAt: instant,
})

/** The parent option's id. Both -1 and an omitted value mean the top of the menu (QUEUE-20). */
const parent = z.preprocess(
  (value) => (value === -1 || value === '-1' || value === 0 || value === '0' ? null : emptyToNull(value)),
  z.union([z.null(), idParam<QueueOptionId>()]),
)
/** The option's number among its siblings. A new option without one, or with too large a one, is the last. */
const place = z.preprocess(emptyToNull, z.coerce.number().int().min(1).max(1_000_000).nullable())

const queueOptionFields = z.object({
  title: requiredText(limits.queueOptions.title),
  message: textField(limits.queueOptions.message),
  option: place,
  parentId: parent,
})

const queueOptionForm = z.object({
  queueId: idParam<QueueId>(),
  title: z.string({ error: 'Required' }).pipe(queueOptionFields.shape.title),
  message: z.preprocess((value) => value ?? '', queueOptionFields.shape.message).default(''),
  option: place.default(null),
  parentId: parent.default(null),
})
export type QueueOptionForm = z.output<typeof queueOptionForm>

const queueOptionUpdateForm = queueOptionFields.partial()
export type QueueOptionUpdateForm = z.output<typeof queueOptionUpdateForm>

const queueOptionParams = z.object({ optionId: idParam<QueueOptionId>() })

export const listQueueOptions = endpoint('GET /queue-options', {
  name: 'queueOptions.list',
  summary: 'Options of a queue below `parentId` (-1: at the top), in their order, each with its own options',
  access: 'session',
  planFlag: 'none',
  query: z.object({ queueId: idParam<QueueId>(), parentId: parent.default(null) }),
  answer: z.array(queueOption),
  errors: ['ERR_QUEUE_NOT_FOUND', 'ERR_NO_QUEUE_OPTION_FOUND'],
})

export const createQueueOption = endpoint('POST /queue-options', {
  name: 'queueOptions.create',
  summary: 'Adds an option at a position among its siblings, by default the last; the later ones shift',
  access: 'queues.manage',
  planFlag: 'none',
  body: queueOptionForm,
  answer: queueOption,
  errors: ['ERR_QUEUE_NOT_FOUND', 'ERR_NO_QUEUE_OPTION_FOUND', 'ERR_TOO_MANY'],
})

export const updateQueueOption = endpoint('PUT /queue-options/:optionId', {
  name: 'queueOptions.update',
  summary: 'Changes the text of an option, or moves it with its sub-options to another place or parent',
  access: 'queues.manage',
  planFlag: 'none',
  params: queueOptionParams,
  body: queueOptionUpdateForm,
  answer: queueOption,
  errors: ['ERR_NO_QUEUE_OPTION_FOUND', 'ERR_TOO_MANY'],
})

export const deleteQueueOption = endpoint('DELETE /queue-options/:optionId', {
  name: 'queueOptions.delete',
  summary: 'Deletes an option and its sub-options; the siblings after it close up',
  access: 'queues.manage',
  planFlag: 'none',
  params: queueOptionParams,
  answer: resultMessageAnswer,
  errors: ['ERR_NO_QUEUE_OPTION_FOUND'],
})
