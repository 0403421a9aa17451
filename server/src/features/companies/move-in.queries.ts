import type { CompanyId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

export const companyNamesTaken = statement<{ names: readonly string[] }, { name: string }>(
  'companies.namesTaken',
  `
  select lower(name) as name from companies where lower(name) = any (:names)
  `,
)

/**
 * At the switch, activates the moved companies that were active in the source, but none whose deletion is
 * scheduled. Until then they are inactive, and none of their jobs or connections run.
 */
export const activateMovedCompanies = statement<{
  companyIds: readonly CompanyId[]
  areActive: readonly boolean[]
  at: Date
}>(
  'companies.openMoved',
  `
  update companies c set is_active = m.is_active and c.delete_at is null, updated_at = :at
  from unnest(:companyIds::int[], :areActive::boolean[]) as m (id, is_active)
  where c.id = m.id
  `,
)
