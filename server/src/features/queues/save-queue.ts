import type { ParsedInputOf } from '@balcao/contract/endpoint'
import type * as calls from '@balcao/contract/queues'
import type { QueueId } from '@balcao/domain/ids'
import { defaultOpeningHours } from '@balcao/domain/opening-hours'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { lockCompanyForLimits, refuseBeyondPlanLimit } from '../companies/plan-limits'
import { refuseUnknownAssistants } from './known-assistants'
import { queueToChange, refuseUnknownQueues } from './queues.access'
import { queueChanged, queueDeleted } from './queues.events'
import { queueDeleting, queueRemovedFromUsers } from './queues.hooks'
import {
  countQueues,
  insertQueue,
  isQueueNameOrColorTaken,
  type QueueRow,
  removeQueue,
  saveQueue,
  usersOfQueue,
} from './queues.queries'
import { queueView } from './queues.view'

type QueueForm = ParsedInputOf<typeof calls.createQueue>['body']
type QueueChange = ParsedInputOf<typeof calls.updateQueue>['body']

export async function createQueue(work: CompanyWork, form: QueueForm): Promise<QueueRow> {
  const plan = await lockCompanyForLimits(work)
  const { count } = await work.db.one(countQueues)
  refuseBeyondPlanLimit(plan, 'queues', count)
  await refuseTwin(work, form.name, form.color, null)
  await refuseUnknownAssistants(work, form, null)

  const queue = await work.db.one(insertQueue, written(form, work.now))

  work.record(queueChanged, { action: 'create', queue: queueView(queue) })
  return queue
}

export async function updateQueue(work: CompanyWork, id: QueueId, change: QueueChange): Promise<QueueRow> {
  await lockCompanyForLimits(work)
  const before = await queueToChange(work, id)
  const form = changedQueueFields(before, change)
  await refuseTwin(work, form.name, form.color, id)
  await refuseUnknownAssistants(work, change, before)

  const queue = await work.db.one(saveQueue, { ...written(form, work.now), id })
  if (JSON.stringify(queue.schedules) !== JSON.stringify(before.schedules)) {
    await recordAudit(work, { act: 'queue.hoursChanged', subject: { id, name: queue.name } })
  }

  work.record(queueChanged, { action: 'update', queue: queueView(queue) })
  return queue
}

/** Refuses a name or colour that another queue has. Runs under the company's lock, so two cannot take it at once. */
async function refuseTwin(
  { db }: CompanyWork,
  name: string,
  color: string,
  except: QueueId | null,
): Promise<void> {
  const twins = await db.one(isQueueNameOrColorTaken, { name, color, except })
  if (twins.color_taken) throw refuse('ERR_QUEUE_COLOR_ALREADY_EXISTS')
  if (twins.name_taken) throw refuse('ERR_QUEUE_NAME_ALREADY_EXISTS')
}

function changedQueueFields(queue: QueueRow, change: QueueChange): QueueForm {
  return {
    name: change.name ?? queue.name,
    color: change.color ?? queue.color,
    // Null clears the position; undefined leaves it.
    orderQueue: change.orderQueue === undefined ? queue.order_queue : change.orderQueue,
    greetingMessage: change.greetingMessage ?? queue.greeting_message,
    outOfHoursMessage: change.outOfHoursMessage ?? queue.out_of_hours_message,
    schedules: change.schedules ?? queue.schedules,
    promptId: change.promptId === undefined ? queue.prompt_id : change.promptId,
    integrationId: change.integrationId === undefined ? queue.integration_id : change.integrationId,
  }
}

function written(form: QueueForm, at: Date) {
  return {
    name: form.name,
    color: form.color,
    orderQueue: form.orderQueue ?? null,
    greetingMessage: form.greetingMessage,
    outOfHoursMessage: form.outOfHoursMessage,
    schedules: JSON.stringify(form.schedules ?? defaultOpeningHours),
    promptId: form.promptId ?? null,
    integrationId: form.integrationId ?? null,
    at,
  }
}

/** Deletes a queue. Its live tickets move to `moveTo`, or wait without a queue (QUEUE-18). */
export async function deleteQueue(work: CompanyWork, id: QueueId, moveTo: QueueId | null): Promise<void> {
  const { name } = await queueToChange(work, id)
  if (moveTo === id) throw refuse('ERR_QUEUE_NOT_FOUND')
  if (moveTo !== null) await refuseUnknownQueues(work, [moveTo])
  const users = await work.db.rows(usersOfQueue, { id })

  await work.runHook(queueDeleting, { queueId: id, moveTo })
  await work.db.run(removeQueue, { id })
  await work.runHook(queueRemovedFromUsers, { queueId: id, userIds: users.map(({ user_id }) => user_id) })

  await recordAudit(work, { act: 'queue.deleted', subject: { id, name }, detail: { moveTo } })
  work.record(queueDeleted, { queueId: id })
}
