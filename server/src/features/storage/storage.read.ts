import type { CompanyId } from '@balcao/domain/ids'
import { bytesPerGigabyte } from '@balcao/domain/storage'
import type { CompanyWork, Workplace } from '../../platform/work'
import { isMovingIn } from '../move-ins/move-ins.read'
import { companyPlanOrNull } from '../plans/plans.read'

/** The bytes that the company's plan allows for files; null: no limit. */
export async function storageLimit(work: Pick<CompanyWork, 'db'>): Promise<number | null> {
  const gigabytes = (await companyPlanOrNull(work))?.storageGigabytes ?? null
  return gigabytes === null ? null : gigabytes * bytesPerGigabyte
}

/** Reads the limit for files in bytes. A company that is being imported has none, so that no file of it is refused. */
export function createStorageQuotaReader(workplace: () => Pick<Workplace, 'readCompany'>) {
  return (companyId: CompanyId): Promise<number | null> =>
    workplace().readCompany({ kind: 'system', name: 'storage', companyId }, async (work) => {
      const [limit, isMoving] = await Promise.all([storageLimit(work), isMovingIn(work)])
      return isMoving ? null : limit
    })
}
