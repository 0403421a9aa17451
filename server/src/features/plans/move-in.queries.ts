import type { PlanId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

export const planIdByName = statement<{ name: string }, { id: PlanId }>(
  'plans.idByName',
  `
  select id from plans where lower(name) = lower(:name)
  `,
)
