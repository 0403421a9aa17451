import type { CompanyId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

export const companyNamesTaken = statement<{ names: readonly string[] }, { name: string }>(
  'companies.namesTaken',
  'select lower(name) as name from companies where lower(name) = any (:names)',
)

/** Ends the import: activates the companies that are active in the source. Until then none of their jobs run. */
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
