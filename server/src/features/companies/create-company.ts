import type { CompanyId, PlanId } from '@balcao/domain/ids'
import type { PlatformWork } from '../../platform/work'
import { insertCompany, lockFounding } from './companies.queries'

export interface NewCompany {
  readonly name: string
  readonly email: string
  readonly planId: PlanId
  /** The last day that is paid for: `2026-11-20`. */
  readonly dueDate: string
}

export async function createCompany({ db, now }: PlatformWork, company: NewCompany): Promise<CompanyId> {
  const { name, email, planId, dueDate } = company
  return (await db.one(insertCompany, [name, email, planId, dueDate, now])).id
}

/** Whoever founds the first company at the same time waits until this act is done. */
export async function standInLineForFounding({ db }: PlatformWork): Promise<void> {
  await db.one(lockFounding, [])
}
