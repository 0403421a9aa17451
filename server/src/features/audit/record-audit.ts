import { type AuditEntry, shortenedAuditDetail, shortenedAuditText } from '@balcao/domain/audit'
import type { CompanyId } from '@balcao/domain/ids'
import type { Actor, PersonActor } from '@balcao/domain/people'
import type { CompanyWork, PlatformWork } from '../../platform/work'
import { insertAuditEntry } from './audit.queries'

type Act = Pick<CompanyWork, 'actor' | 'companyId' | 'now' | 'db'>
/** The company id of audit entries that belong to no company. Only the platform's owner sees these entries. */
export const companyIdOfPlatformEntries = 0 as CompanyId // No row has this id, because ids start at 1.

type PlatformAct = Pick<PlatformWork, 'actor' | 'now' | 'db'>

/** Writes an audit entry in the transaction of the audited change: both commit or neither does. */
export function recordAudit(work: Act, entry: AuditEntry): Promise<void> {
  return storeAuditEntry(work, work.companyId, work.actor, entry)
}

/** Writes an audit entry from a platform transaction. Without a `companyId` it belongs to the actor's company. */
export function recordPlatformAudit(
  work: PlatformAct,
  entry: AuditEntry & { readonly companyId?: CompanyId },
): Promise<void> {
  const companyId = entry.companyId ?? work.actor?.companyId
  if (companyId === undefined) throw new Error(`${entry.act}: the act has no person and no company`)
  return storeAuditEntry(work, companyId, work.actor, entry)
}

/** The author fields of an audit entry that the system writes for a person in a company other than the person's. */
export function auditAuthorOf({ userId, name, address }: PersonActor) {
  return { person: { id: userId, name }, ...(address !== undefined && { address }) }
}

async function storeAuditEntry(
  { db, now }: Pick<Act, 'now'> & { readonly db: Act['db'] | PlatformAct['db'] },
  companyId: CompanyId,
  actor: Actor | null,
  { act, subject, detail = {}, person, address }: AuditEntry,
): Promise<void> {
  const who = person ?? (actor?.kind === 'person' ? { id: actor.userId, name: actor.name } : null)
  await db.run(insertAuditEntry, {
    companyId,
    at: now,
    act,
    userId: who?.id ?? null,
    userName: who?.name ?? null,
    address: address ?? (actor?.kind === 'person' ? actor.address : null) ?? null,
    subjectId: subject?.id ?? null,
    subjectName: subject?.name === undefined ? null : shortenedAuditText(subject.name),
    detail: JSON.stringify(shortenedAuditDetail(detail)),
  })
}
