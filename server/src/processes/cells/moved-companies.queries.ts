import type { CompanyId } from '@balcao/domain/ids'
import { type NoParams, statement } from '../../platform/database/statement'

/** Companies that moved to another cell, and those whose move to this cell is not complete. */
export const companiesOfOtherCells = statement<NoParams, { company: CompanyId }>(
  'cells.companiesElsewhere',
  `
  select unnest(hidden_companies()) as company
  `,
)
