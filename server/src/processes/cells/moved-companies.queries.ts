import type { CompanyId } from '@balcao/domain/ids'
import { type NoParams, statement } from '../../platform/database/statement'

/** Companies that this cell does not serve: they moved to another, or their move to this one is not complete. */
export const companiesOfOtherCells = statement<NoParams, { company: CompanyId }>(
  'cells.companiesElsewhere',
  `
  select unnest(hidden_companies()) as company
  `,
)
