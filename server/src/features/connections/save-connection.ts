import type { connectionForm, connectionUpdateForm } from '@balcao/contract/connections'
import { connectionDefaults } from '@balcao/domain/connections'
import type { ConnectionId, QueueId } from '@balcao/domain/ids'
import { capabilitiesOf } from '@balcao/domain/providers'
import type { z } from 'zod'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { lockCompanyForLimits, refuseBeyondPlanLimit } from '../companies/plan-limits'
import { refuseUnknownAssistants } from '../queues/known-assistants'
import { refuseUnknownQueues } from '../queues/queues.access'
import { connectionWakeKey } from './add-to-outbox'
import { connectionToRead } from './connections.access'
import { recordConnectionChanged } from './connections.events'
import {
  type ConnectionFormColumns,
  type ConnectionRow,
  clearDefaultConnection,
  connectionByName,
  countConnections,
  insertConnection,
  linkQueuesToConnection,
  saveConnection,
  setDefaultConnection,
  unlinkQueuesOfConnection,
} from './connections.queries'

type ConnectionForm = z.output<typeof connectionForm> & { readonly bringHistory?: boolean | undefined }
type ConnectionChange = z.output<typeof connectionUpdateForm>

/** Creates a connection within the plan's limit; its session starts at once (CONN-21). The first one is the default. */
export async function createConnection(work: CompanyWork, sent: ConnectionForm): Promise<ConnectionRow> {
  refuseTypedToken(sent.token, null)
  const none = { sendIdQueue: null, timeSendQueue: connectionDefaults.timeSendQueue }
  const form = { ...sent, ...redirectionOf(sent, none) }
  const plan = await lockCompanyForLimits(work)
  const { count } = await work.db.one(countConnections)
  refuseBeyondPlanLimit(plan, 'connections', count)
  await refuseTakenName(work, form.name, null)
  refuseMissingGreeting(form.queueIds, form.greetingMessage)
  await refuseUnknownTargets(work, sent)
  await refuseUnknownAssistants(work, form, null)
  const isDefault = form.isDefault === true || count === 0

  const [former] = isDefault ? await work.db.rows(clearDefaultConnection, { at: work.now }) : []
  const { id } = await work.db.one(insertConnection, {
    ...form,
    sendQueueId: form.sendIdQueue,
    isDefault,
    bringsHistory: form.bringHistory === true,
    at: work.now,
  })
  await setQueues(work, id, form.queueIds)

  const connection = await connectionToRead(work, id)
  await recordAudit(work, { act: 'connection.created', subject: { id, name: connection.name } })
  recordConnectionChanged(work, connection)
  if (former !== undefined) recordConnectionChanged(work, await connectionToRead(work, former.id))
  work.wake('desired-state', connectionWakeKey(work, id))
  return connection
}

/** Changes the fields that the request contains and leaves the rest. */
export async function updateConnection(
  work: CompanyWork,
  connectionId: ConnectionId,
  sent: ConnectionChange,
): Promise<ConnectionRow> {
  await lockCompanyForLimits(work)
  const before = await connectionToRead(work, connectionId)
  refuseTypedToken(sent.token, before.token_last_four)
  const change = {
    ...sent,
    ...redirectionOf(sent, { sendIdQueue: before.send_queue_id, timeSendQueue: before.time_send_queue }),
  }
  if (before.is_default && change.isDefault === false) throw refuse('ERR_NO_OTHER_WHATSAPP')
  // Refuse another kind of provider: the session keys and credentials would not fit it.
  if (capabilitiesOf(change.provider ?? before.provider) !== capabilitiesOf(before.provider))
    throw refuse('ERR_NOT_OFFERED')
  const fields = fieldsAfter(before, change)
  await refuseTakenName(work, fields.name, connectionId)
  refuseMissingGreeting(change.queueIds ?? before.queues, fields.greetingMessage)
  await refuseUnknownTargets(work, sent)
  await refuseUnknownAssistants(work, change, before)

  await work.db.run(saveConnection, { connectionId, at: work.now, ...fields })
  if (change.queueIds !== undefined) await setQueues(work, connectionId, change.queueIds)
  if (change.isDefault === true && !before.is_default) await moveDefaultTo(work, connectionId)

  const connection = await connectionToRead(work, connectionId)
  await keepInTrail(work, before, connection)
  recordConnectionChanged(work, connection)
  return connection
}

/** Writes the audit entry: name, queues and default, but no texts. */
async function keepInTrail(work: CompanyWork, before: ConnectionRow, after: ConnectionRow): Promise<void> {
  const [formerQueues, queues] = [queueNames(before), queueNames(after)]
  const becameDefault = after.is_default && !before.is_default
  if (formerQueues === queues && before.name === after.name && !becameDefault) return

  await recordAudit(work, {
    act: 'connection.changed',
    subject: { id: after.id, name: after.name },
    detail: {
      ...(formerQueues === queues ? {} : { queues, formerQueues }),
      ...(before.name === after.name ? {} : { formerName: before.name }),
      ...(becameDefault ? { becameDefault } : {}),
    },
  })
}

function queueNames({ queues }: ConnectionRow): string {
  return queues.map(({ name }) => name).join(', ')
}

type Redirection = Pick<ConnectionForm, 'sendIdQueue' | 'timeSendQueue'>

/**
 * The queue for tickets without an owner, and the delay until they move there. Older clients send each under two names.
 * If the two differ, the one that differs from the stored value counts (docs/wire-traps.md, 26).
 */
function redirectionOf(sent: ConnectionChange, before: Redirection): Redirection {
  const { sendIdQueue = before.sendIdQueue, timeSendQueue = before.timeSendQueue } = sent
  const { transferQueueId = sendIdQueue, timeToTransfer = timeSendQueue } = sent
  return {
    sendIdQueue: sendIdQueue === before.sendIdQueue ? transferQueueId : sendIdQueue,
    timeSendQueue: timeSendQueue === before.timeSendQueue ? timeToTransfer : timeSendQueue,
  }
}

/** Refuses a typed token. The last four characters pass: clients of the earlier API send back what they read. */
function refuseTypedToken(token: string | undefined, lastFour: string | null): void {
  if (token !== undefined && token !== '' && token !== lastFour) throw refuse('ERR_WAPP_TOKEN_TYPED')
}

function fieldsAfter(row: ConnectionRow, change: ConnectionChange): ConnectionFormColumns {
  return {
    name: change.name ?? row.name,
    provider: change.provider ?? row.provider,
    greetingMessage: change.greetingMessage ?? row.greeting_message,
    complationMessage: change.complationMessage ?? row.complation_message,
    outOfHoursMessage: change.outOfHoursMessage ?? row.out_of_hours_message,
    ratingMessage: change.ratingMessage ?? row.rating_message,
    expiresInactiveMessage: change.expiresInactiveMessage ?? row.expires_inactive_message,
    sendQueueId: change.sendIdQueue === undefined ? row.send_queue_id : change.sendIdQueue,
    timeSendQueue: change.timeSendQueue ?? row.time_send_queue,
    timeUseBotQueues: change.timeUseBotQueues ?? row.time_use_bot_queues,
    maxUseBotQueues: change.maxUseBotQueues ?? row.max_use_bot_queues,
    expiresTicket: change.expiresTicket ?? row.expires_ticket,
    promptId: change.promptId === undefined ? row.prompt_id : change.promptId,
    integrationId: change.integrationId === undefined ? row.integration_id : change.integrationId,
  }
}

/** Clears the old default first, because a unique index allows only one. Runs under `lockCompanyForLimits`. */
async function moveDefaultTo(work: CompanyWork, connectionId: ConnectionId): Promise<void> {
  const [former] = await work.db.rows(clearDefaultConnection, { at: work.now })
  await work.db.run(setDefaultConnection, { connectionId, at: work.now })
  if (former !== undefined) recordConnectionChanged(work, await connectionToRead(work, former.id))
}

async function setQueues(
  work: CompanyWork,
  connectionId: ConnectionId,
  queueIds: readonly QueueId[],
): Promise<void> {
  const wanted = [...new Set(queueIds)]
  await work.db.run(unlinkQueuesOfConnection, { connectionId })
  const linked = await work.db.run(linkQueuesToConnection, { connectionId, queueIds: wanted })
  if (linked < wanted.length) throw refuse('ERR_QUEUE_NOT_FOUND')
}

async function refuseTakenName(work: CompanyWork, name: string, ownId: ConnectionId | null): Promise<void> {
  const holder = await work.db.row(connectionByName, { name })
  if (holder !== null && holder.id !== ownId) throw refuse('ERR_WAPP_NAME_ALREADY_EXISTS')
}

/** Refuses unknown queues for the redirection, which clients send under two names. */
async function refuseUnknownTargets(
  work: CompanyWork,
  { sendIdQueue = null, transferQueueId = null }: ConnectionChange,
): Promise<void> {
  const sent = [sendIdQueue, transferQueueId].filter((queueId) => queueId !== null)
  await refuseUnknownQueues(work, sent)
}

/** Refuses a missing greeting: with several queues the greeting asks the customer to choose one (CONN-18). */
function refuseMissingGreeting(queues: readonly unknown[], greetingMessage: string): void {
  if (queues.length > 1 && greetingMessage.trim() === '') throw refuse('ERR_WAPP_GREETING_REQUIRED')
}
