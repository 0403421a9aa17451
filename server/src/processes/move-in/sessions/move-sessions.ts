import type { CompanyId, ConnectionId } from '@balcao/domain/ids'
import { canonicalPhone } from '@balcao/domain/phone-number'
import {
  convertImportedSession,
  type ImportedWhatsappSession,
  usersInImportedSession,
} from '@balcao/whatsapp/moved-session'
import { adoptSession, type SessionAdoptionProblem } from '../../../features/connections/adopt-session'
import { connectionsOfNumbers } from '../../../features/connections/move-in.queries'
import { newestMessageId } from '../../../features/connections/session-watch.queries'
import { lidsOfContacts } from '../../../features/contacts/known-lids.queries'
import { contactsOfMovedAddresses } from '../../../features/contacts/move-in.queries'
import type { DataKeys } from '../../../platform/encryption'
import { StartUpProblem } from '../../../platform/fatal'
import type { CompanyWork, Workplace } from '../../../platform/work'
import { MoveInBatch } from '../piece'
import { groupedBy } from '../values'
import {
  changedSessionNames,
  parseStoredSession,
  type StoredSession,
  type StoredSessions,
} from './stored-session'

export interface SessionMoveParameters {
  readonly workplace: Workplace
  readonly dataKeys: DataKeys
  /** Reads the source's sessions anew. */
  readonly read: () => Promise<StoredSessions>
  /** Waits between two reads of the source. */
  readonly pause: () => Promise<void>
  readonly isOldServerStopped: boolean
}

export interface MovedSessionResult {
  readonly companyId: CompanyId
  readonly connectionId: ConnectionId
  readonly name: string
  readonly outcome:
    | {
        readonly kind: 'moved' | 'moved-before'
        readonly phone: string
        /** The id of the newest message at the time of the move. Later messages came over the moved session. */
        readonly newestMessage: number
      }
    | { readonly kind: 'incomplete'; readonly missing: readonly string[] }
    | { readonly kind: 'number-in-use'; readonly phone: string }
    | { readonly kind: 'not-linked' | 'unreadable' | SessionAdoptionProblem }
}

/**
 * Moves WhatsApp sessions from the old server, which must have stopped: two servers with the same session
 * disconnect each other and damage its keys. As a proof the source is read twice: no other program may be
 * connected to it, and nothing may have changed. Each session moves only once, because a second copy would be
 * older than WhatsApp's state.
 */
export async function moveSessions(order: SessionMoveParameters): Promise<readonly MovedSessionResult[]> {
  const { read, pause, isOldServerStopped } = order
  if (!isOldServerStopped)
    throw new StartUpProblem(
      'Stop the old server for good, then say so with --old-server-is-stopped: two servers with one session spoil it.',
    )
  const before = await read()
  refuseUsed(before)
  await pause()
  const after = await read()
  refuseUsed(after)
  const changed = changedSessionNames(before, after)
  if (changed.length > 0)
    throw new StartUpProblem(
      `The old server still runs: keys of ${changed.join(', ')} have just changed. Stop it and repeat.`,
    )
  const results: MovedSessionResult[] = []
  for (const session of after.sessions) {
    const { companyId, connectionId, name } = session
    results.push({ companyId, connectionId, name, outcome: await moveOne(order, session) })
  }
  return results
}

function refuseUsed({ users }: StoredSessions): void {
  if (users.length > 0)
    throw new StartUpProblem(
      `The old server seems to run: its database is used by ${users.join(', ')}. Stop them and repeat.`,
    )
}

async function moveOne(
  { workplace, dataKeys }: Pick<SessionMoveParameters, 'workplace' | 'dataKeys'>,
  stored: StoredSession,
): Promise<MovedSessionResult['outcome']> {
  if (stored.creds === null) return { kind: 'not-linked' }
  const session = parseStoredSession(stored)
  if (session === null) return { kind: 'unreadable' }
  const { companyId, connectionId } = stored
  const whole = convertImportedSession(session, new Map())
  if ('missing' in whole) return { kind: 'incomplete', missing: whole.missing }
  const { phone, device } = whole
  const holders = await workplace.withPlatform('move a session in', ({ db }) =>
    db.rows(connectionsOfNumbers, { numbers: [phone] }),
  )
  const isInUse = holders.some(({ id }) => id !== connectionId)
  return workplace.withCompany({ kind: 'system', name: 'move in', companyId }, async (work) => {
    const piece = new MoveInBatch(work)
    await piece.look([device], () => [['session', device]])
    const movedInto = piece.ref('session', device)
    const newestMessage = (await work.db.one(newestMessageId)).id
    if (movedInto === connectionId) return { kind: 'moved-before', phone, newestMessage }
    if (isInUse || movedInto !== null) return { kind: 'number-in-use', phone }
    const converted = convertImportedSession(session, await knownLids(work, session))
    if ('missing' in converted) return { kind: 'incomplete', missing: converted.missing }
    const refusal = await adoptSession(work, dataKeys, connectionId, converted)
    if (refusal !== null) return { kind: refusal }
    piece.became('session', device, connectionId)
    await piece.close()
    return { kind: 'moved', phone, newestMessage }
  })
}

/** Finds LIDs of contacts with exactly one number and one LID. Those of a merged contact can't be paired. */
async function knownLids(
  work: CompanyWork,
  session: ImportedWhatsappSession,
): Promise<ReadonlyMap<string, string>> {
  const users = usersInImportedSession(session)
  if (users.length === 0) return new Map()
  const holders = await work.db.rows(contactsOfMovedAddresses, {
    kinds: [...users.map(() => 'phone'), ...users.map(() => 'lid')],
    values: [...users.map(canonicalPhone), ...users],
  })
  const contactOf = new Map(holders.map(({ kind, value, contact_id }) => [`${kind} ${value}`, contact_id]))
  const lids = await work.db.rows(lidsOfContacts, { contactIds: [...new Set(contactOf.values())] })
  const lidsOf = groupedBy(lids, ({ contact_id }) => contact_id)
  const phonesOf = groupedBy(users, (user) => contactOf.get(`phone ${canonicalPhone(user)}`))
  const known = new Map<string, string>()
  for (const user of users) {
    if (contactOf.has(`lid ${user}`)) known.set(user, user)
    const contact = contactOf.get(`phone ${canonicalPhone(user)}`)
    const [lid, ...others] = contact === undefined ? [] : (lidsOf.get(contact) ?? [])
    if (lid && others.length === 0 && phonesOf.get(contact)?.length === 1) known.set(user, lid.value)
  }
  return known
}
