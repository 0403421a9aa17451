import type { CompanyId, ConnectionId } from '@balcao/domain/ids'
import type { KeyChange } from '@balcao/whatsapp/ports'
import { areCredentialsLinked, baileysKeyFile, baileysKeyFileTypes } from '@balcao/whatsapp/session-files'
import { companyOfConnection, linkedDeviceConnections } from '../../features/connections/connections.queries'
import {
  beginSessionHandOver,
  finishSessionHandOver,
  type SessionHandOverProblem,
  type SessionToHandOver,
} from '../../features/connections/hand-over-session'
import { releaseLease, renewLeases } from '../../features/connections/leases'
import { loadNextSessionKeys } from '../../features/connections/session-keys'
import type { DataKeys } from '../../platform/encryption'
import { StartUpProblem } from '../../platform/fatal'
import type { CompanyWork, PlatformWork, Workplace } from '../../platform/work'
import {
  finishUnfinishedFolder,
  hasUnfinishedFolder,
  openSessionFolder,
  type SessionFolder,
} from './session-folder'

interface HandOverOrder {
  readonly workplace: Pick<Workplace, 'withCompany' | 'withPlatform'>
  readonly dataKeys: DataKeys
  readonly connectionId: ConnectionId
  readonly folder: string
}

export const readLinkedNumbers = ({ db }: Pick<PlatformWork, 'db'>) => db.rows(linkedDeviceConnections)

type Act = <T>(does: (work: CompanyWork) => Promise<T>) => Promise<T>

const holder = 'move-out'
/** How many keys are written between two renewals of the lease. */
const keysAtOnce = 200

const problems: Readonly<Record<SessionHandOverProblem, string>> = {
  notOffered: 'It is a number of the official API, which has no session on a device.',
  notPaused: 'It is in use: an admin of the company pauses it first (Conexões, Pausar).',
  noSession: 'It has no linked session here.',
  stillRunning: 'Its session is still ending: try again in half a minute.',
}

/**
 * Writes the session to the folder, then deletes it here. A crash in between leaves a complete folder under a
 * temporary name; repeating the command finishes it.
 */
export async function exportSessionToFolder(order: HandOverOrder): Promise<{ name: string }> {
  const { workplace, dataKeys, connectionId, folder } = order
  const row = await workplace.withPlatform('hand a session over', ({ db }) =>
    db.row(companyOfConnection, { connectionId }),
  )
  if (row === null) throw new StartUpProblem(`There is no connection ${connectionId}.`)
  const act = actsOf(workplace, row.company_id)
  const leaving = await act((work) =>
    beginSessionHandOver(work, connectionId, holder, { dataKeys, isLinked: areCredentialsLinked }),
  )
  if (leaving === 'noSession' && (await hasUnfinishedFolder(folder, connectionId))) {
    await finishUnfinishedFolder(folder, connectionId)
    return row
  }
  if (typeof leaving === 'string') throw new StartUpProblem(`${row.name}: ${problems[leaving]}`)
  try {
    await moveKeys(order, act, leaving)
  } catch (error) {
    // the original error says more
    await act((work) => releaseLease(work, leaving.lease)).catch(() => undefined)
    throw error
  }
  return row
}

async function moveKeys(
  { dataKeys, connectionId, folder }: HandOverOrder,
  act: Act,
  leaving: SessionToHandOver,
): Promise<void> {
  const files = await openSessionFolder(folder, connectionId)
  await writeKeys(files, act, leaving, dataKeys)
  await files.sync()
  if (!(await act((work) => finishSessionHandOver(work, leaving)))) {
    await files.remove()
    throw new StartUpProblem('An admin has changed the connection meanwhile: its session stays here.')
  }
  await files.finish()
}

async function writeKeys(
  files: SessionFolder,
  act: Act,
  { lease }: SessionToHandOver,
  dataKeys: DataKeys,
): Promise<void> {
  let after: Pick<KeyChange, 'type' | 'id'> | null = null
  do {
    const from: Pick<KeyChange, 'type' | 'id'> | null = after
    const keys: Awaited<ReturnType<typeof loadNextSessionKeys>> = await act(async (work) => {
      if (!(await renewLeases(work, holder, [lease])).has(lease.connectionId))
        throw new StartUpProblem('Another process has taken the connection: try again.')
      return loadNextSessionKeys(work, dataKeys, lease.connectionId, baileysKeyFileTypes, {
        after: from,
        limit: keysAtOnce,
      })
    })
    await files.write(keys.map(baileysKeyFile))
    after = keys.length < keysAtOnce ? null : (keys.at(-1) ?? null)
  } while (after !== null)
}

function actsOf(workplace: HandOverOrder['workplace'], companyId: CompanyId): Act {
  return (does) => workplace.withCompany({ kind: 'system', name: 'move-out', companyId }, does)
}
