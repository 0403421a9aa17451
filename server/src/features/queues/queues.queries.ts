import type { IntegrationId, PromptId, QueueId, UserId } from '@balcao/domain/ids'
import type { OpeningHours } from '@balcao/domain/opening-hours'
import { statement } from '../../platform/database/statement'

export interface QueueRow {
  id: QueueId
  name: string
  color: string
  order_queue: number | null
  greeting_message: string
  out_of_hours_message: string
  schedules: OpeningHours[]
  prompt_id: PromptId | null
  integration_id: IntegrationId | null
  created_at: Date
  updated_at: Date
}

const columns = `
  id, name, color, order_queue, greeting_message, out_of_hours_message, schedules, prompt_id, integration_id,
  created_at, updated_at`

/** The fields of a queue that a form changes. */
type Written = [
  name: string,
  color: string,
  orderQueue: number | null,
  greetingMessage: string,
  outOfHoursMessage: string,
  schedules: string,
  promptId: PromptId | null,
  integrationId: IntegrationId | null,
  at: Date,
]

export const queuesInOrder = statement<[], QueueRow>(
  'queues.inOrder',
  `
  select ${columns} from queues order by order_queue nulls last, id
  `,
)

export const queueById = statement<[id: QueueId], QueueRow>(
  'queues.byId',
  `
  select ${columns} from queues where id = $1
  `,
)

export const lockQueue = statement<[id: QueueId], QueueRow>(
  'queues.lock',
  `
  select ${columns} from queues where id = $1 for update
  `,
)

export const knownQueues = statement<[ids: QueueId[]], { id: QueueId }>(
  'queues.known',
  `
  select id from queues where id = any ($1) order by id for key share
  `,
)

export const countQueues = statement<[], { count: number }>(
  'queues.count',
  `
  select count(*)::int as count from queues
  `,
)

/** Whether a queue other than `except` has the name or the colour. */
export const queueTwins = statement<
  [name: string, color: string, except: QueueId | null],
  { name_taken: boolean; color_taken: boolean }
>(
  'queues.twins',
  `
  select
    exists (select from queues where lower(name) = lower($1) and id is distinct from $3) as name_taken,
    exists (select from queues where lower(color) = lower($2) and id is distinct from $3) as color_taken
  `,
)

export const insertQueue = statement<Written, QueueRow>(
  'queues.insert',
  `
  insert into queues (company_id, name, color, order_queue, greeting_message, out_of_hours_message, schedules,
    prompt_id, integration_id, created_at, updated_at)
  values (current_company(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
  returning ${columns}
  `,
)

export const saveQueue = statement<[...Written, id: QueueId], QueueRow>(
  'queues.save',
  `
  update queues
  set name = $1, color = $2, order_queue = $3, greeting_message = $4, out_of_hours_message = $5, schedules = $6,
    prompt_id = $7, integration_id = $8, updated_at = $9
  where id = $10
  returning ${columns}
  `,
)

/** Whether the company has the given prompt and integration. A null id counts as present. */
export const knownAssistants = statement<
  [promptId: PromptId | null, integrationId: IntegrationId | null],
  { has_prompt: boolean; has_integration: boolean }
>(
  'queues.knownAssistants',
  `
  select $1::int is null or exists (select from prompts where id = $1) as has_prompt,
    $2::int is null or exists (select from queue_integrations where id = $2) as has_integration
  `,
)

export const usersOfQueue = statement<[id: QueueId], { user_id: UserId }>(
  'queues.users',
  `
  select user_id from user_queues where queue_id = $1 order by user_id
  `,
)

export const removeQueue = statement<[id: QueueId]>(
  'queues.remove',
  `
  delete from queues where id = $1
  `,
)
