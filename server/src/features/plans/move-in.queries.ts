import type { PlanId } from '@balcao/domain/ids'
import { type NoParams, statement } from '../../platform/database/statement'

export const planIdByName = statement<{ name: string }, { id: PlanId }>(
  'plans.idByName',
  'select id from plans where lower(name) = lower(:name)',
)

export const plansWithLimits = statement<
  NoParams,
  { name: string; users: number; connections: number; queues: number }
>('plans.sizes', 'select name, users, connections, queues from plans order by value, id')
