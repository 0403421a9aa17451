import type { IntegrationId, PromptId, QueueId, UserId } from '@balcao/domain/ids'
import type { OpeningHours } from '@balcao/domain/opening-hours'
import { type NoParams, statement } from '../../platform/database/statement'

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

const queueColumns = `
  id, name, color, order_queue, greeting_message, out_of_hours_message, schedules, prompt_id, integration_id,
  created_at, updated_at`

type Written = {
  name: string
  color: string
  orderQueue: number | null
  greetingMessage: string
  outOfHoursMessage: string
  schedules: string
  promptId: PromptId | null
  integrationId: IntegrationId | null
  at: Date
}

export const queuesInOrder = statement<NoParams, QueueRow>(
  'queues.inOrder',
  `select ${queueColumns} from queues order by order_queue nulls last, id`,
)

export const queueById = statement<{ id: QueueId }, QueueRow>(
  'queues.byId',
  `select ${queueColumns} from queues where id = :id`,
)

export const lockQueue = statement<{ id: QueueId }, QueueRow>(
  'queues.lock',
  `select ${queueColumns} from queues where id = :id for update`,
)

export const existingQueueIds = statement<{ ids: QueueId[] }, { id: QueueId }>(
  'queues.known',
  'select id from queues where id = any (:ids) order by id for key share',
)

export const countQueues = statement<NoParams, { count: number }>(
  'queues.count',
  'select count(*)::int as count from queues',
)

export const isQueueNameOrColorTaken = statement<
  { name: string; color: string; except: QueueId | null },
  { name_taken: boolean; color_taken: boolean }
>(
  'queues.twins',
  `
  select
    exists (select from queues where lower(name) = lower(:name) and id is distinct from :except) as name_taken,
    exists (select from queues where lower(color) = lower(:color) and id is distinct from :except) as color_taken
  `,
)

export const insertQueue = statement<Written, QueueRow>(
  'queues.insert',
  `
  insert into queues (company_id, name, color, order_queue, greeting_message, out_of_hours_message, schedules,
    prompt_id, integration_id, created_at, updated_at)
  values (current_company(), :name, :color, :orderQueue, :greetingMessage, :outOfHoursMessage, :schedules, :promptId,
    :integrationId, :at, :at)
  returning ${queueColumns}
  `,
)

export const saveQueue = statement<Written & { id: QueueId }, QueueRow>(
  'queues.save',
  `
  update queues
  set name = :name, color = :color, order_queue = :orderQueue, greeting_message = :greetingMessage,
    out_of_hours_message = :outOfHoursMessage, schedules = :schedules,
    prompt_id = :promptId, integration_id = :integrationId, updated_at = :at
  where id = :id
  returning ${queueColumns}
  `,
)

/** Whether the company has the given prompt and integration. A null id counts as existing. */
export const hasPromptAndIntegration = statement<
  { promptId: PromptId | null; integrationId: IntegrationId | null },
  { has_prompt: boolean; has_integration: boolean }
>(
  'queues.knownAssistants',
  `
  select :promptId::int is null or exists (select from prompts where id = :promptId) as has_prompt,
    :integrationId::int is null or exists (select from queue_integrations where id = :integrationId) as has_integration
  `,
)

export const usersOfQueue = statement<{ id: QueueId }, { user_id: UserId }>(
  'queues.users',
  'select user_id from user_queues where queue_id = :id order by user_id',
)

export const removeQueue = statement<{ id: QueueId }>('queues.remove', 'delete from queues where id = :id')
