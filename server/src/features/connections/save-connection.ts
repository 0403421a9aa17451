import type { connectionChange, connectionForm } from '@balcao/contract/connections'
import type { ConnectionId, QueueId } from '@balcao/domain/ids'
import type { z } from 'zod'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { lockCompanyForLimits, refuseBeyondPlan } from '../companies/plan-limits'
import { connectionToRead } from './connections.access'
import { recordConnection } from './connections.events'
import {
  type ConnectionRow,
  clearDefault,
  connectionNamed,
  countConnections,
  insertConnection,
  linkQueues,
  makeDefault,
  saveConnection,
  unlinkQueues,
} from './connections.queries'
import { trayKey } from './hand-to-out-tray'

type ConnectionForm = z.output<typeof connectionForm> & { readonly bringHistory?: boolean | undefined }
type ConnectionChange = z.output<typeof connectionChange>

/** A new connection within the plan's limit; its session starts at once (CONN-21). The first one becomes the default. */
export async function createConnection(work: CompanyWork, form: ConnectionForm): Promise<ConnectionRow> {
  const plan = await lockCompanyForLimits(work)
  const { count } = await work.db.one(countConnections, [])
  refuseBeyondPlan(plan, 'connections', count)
  await refuseTakenName(work, form.name, null)
  refuseMissingGreeting(form.queueIds, form.greetingMessage)
  const isDefault = form.isDefault === true || count === 0

  const [former] = isDefault ? await work.db.rows(clearDefault, [work.now]) : []
  const { id } = await work.db.one(insertConnection, [
    form.name,
    isDefault,
    form.greetingMessage,
    form.complationMessage,
    form.outOfHoursMessage,
    form.ratingMessage,
    form.bringHistory === true,
    work.now,
  ])
  await setQueues(work, id, form.queueIds)

  const connection = await connectionToRead(work, id)
  recordConnection(work, 'create', connection)
  if (former !== undefined) recordConnection(work, 'update', await connectionToRead(work, former.id))
  work.wake('wish', trayKey(work, id))
  return connection
}

/** Changes what the form brings and leaves the rest. */
export async function updateConnection(
  work: CompanyWork,
  connectionId: ConnectionId,
  change: ConnectionChange,
): Promise<ConnectionRow> {
  await lockCompanyForLimits(work)
  const before = await connectionToRead(work, connectionId)
  if (before.is_default && change.isDefault === false) throw refuse('ERR_NO_OTHER_WHATSAPP')
  const name = change.name ?? before.name
  await refuseTakenName(work, name, connectionId)
  const greetingMessage = change.greetingMessage ?? before.greeting_message
  refuseMissingGreeting(change.queueIds ?? before.queues, greetingMessage)

  await work.db.run(saveConnection, [
    connectionId,
    name,
    greetingMessage,
    change.complationMessage ?? before.complation_message,
    change.outOfHoursMessage ?? before.out_of_hours_message,
    change.ratingMessage ?? before.rating_message,
    work.now,
  ])
  if (change.queueIds !== undefined) await setQueues(work, connectionId, change.queueIds)
  if (change.isDefault === true && !before.is_default) await moveDefaultTo(work, connectionId)

  const connection = await connectionToRead(work, connectionId)
  recordConnection(work, 'update', connection)
  return connection
}

/** The unique index bears one default at most, so the old one steps down first. Under `lockCompanyForLimits`. */
async function moveDefaultTo(work: CompanyWork, connectionId: ConnectionId): Promise<void> {
  const [former] = await work.db.rows(clearDefault, [work.now])
  await work.db.run(makeDefault, [connectionId, work.now])
  if (former !== undefined) recordConnection(work, 'update', await connectionToRead(work, former.id))
}

async function setQueues(
  work: CompanyWork,
  connectionId: ConnectionId,
  queueIds: readonly QueueId[],
): Promise<void> {
  const wanted = [...new Set(queueIds)]
  await work.db.run(unlinkQueues, [connectionId])
  const linked = await work.db.run(linkQueues, [connectionId, wanted])
  if (linked < wanted.length) throw refuse('ERR_QUEUE_NOT_FOUND')
}

async function refuseTakenName(work: CompanyWork, name: string, ownId: ConnectionId | null): Promise<void> {
  const holder = await work.db.row(connectionNamed, [name])
  if (holder !== null && holder.id !== ownId) throw refuse('ERR_WAPP_NAME_ALREADY_EXISTS')
}

/** With several queues the customer must be asked which one (CONN-18). */
function refuseMissingGreeting(queues: readonly unknown[], greetingMessage: string): void {
  if (queues.length > 1 && greetingMessage.trim() === '') throw refuse('ERR_WAPP_GREETING_REQUIRED')
}
