import { type AuditEntry, shortAuditText, shortDetail } from '@balcao/domain/audit'
import type { CompanyId } from '@balcao/domain/ids'
import type { Actor, PersonActor } from '@balcao/domain/people'
import type { CompanyWork, PlatformWork } from '../../platform/work'
import { insertAuditEntry } from './audit.queries'

type Act = Pick<CompanyWork, 'actor' | 'companyId' | 'now' | 'db'>
/** Stands for the company of what belongs to none: only the platform's owner sees it. */
export const noCompany = 0 as CompanyId // no row has this id: they begin with 1

type PlatformAct = Pick<PlatformWork, 'actor' | 'now' | 'db'>

/** Keeps who did what, when and from where, in the act's own transaction: it is kept if and only if the act is. */
export function recordAudit(work: Act, entry: AuditEntry): Promise<void> {
  return keep(work, work.companyId, work.actor, entry)
}

/** The same for an act over all companies. It stands with the company it is about, else with that of whoever acts. */
export function recordPlatformAudit(
  work: PlatformAct,
  entry: AuditEntry & { readonly companyId?: CompanyId },
): Promise<void> {
  const companyId = entry.companyId ?? work.actor?.companyId
  if (companyId === undefined) throw new Error(`${entry.act}: nobody acts, and no company is meant`)
  return keep(work, companyId, work.actor, entry)
}

/** Whose act it is, of one that the server carries out in the company for a person who is not of it. */
export function doneBy({ userId, name, address }: PersonActor): Pick<AuditEntry, 'person' | 'address'> {
  return { person: { id: userId, name }, ...(address !== undefined && { address }) }
}

async function keep(
  { db, now }: Pick<Act, 'now'> & { readonly db: Act['db'] | PlatformAct['db'] },
  companyId: CompanyId,
  actor: Actor | null,
  { act, subject, detail = {}, person, address }: AuditEntry,
): Promise<void> {
  const who = person ?? (actor?.kind === 'person' ? { id: actor.userId, name: actor.name } : null)
  await db.run(insertAuditEntry, [
    companyId,
    now,
    act,
    who?.id ?? null,
    who?.name ?? null,
    address ?? (actor?.kind === 'person' ? actor.address : null) ?? null,
    subject?.id ?? null,
    subject?.name === undefined ? null : shortAuditText(subject.name),
    JSON.stringify(shortDetail(detail)),
  ])
}
