import type { PlanId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

export interface PlanRow {
  id: PlanId
  name: string
  users: number
  connections: number
  queues: number
  value: number
  use_campaigns: boolean
  use_kanban: boolean
  use_open_ai: boolean
  use_integrations: boolean
  use_schedules: boolean
  use_internal_chat: boolean
  use_external_api: boolean
}

export const insertFullPlan = statement<
  [name: string, users: number, connections: number, queues: number, value: number, at: Date],
  { id: PlanId }
>(
  'plans.insertFull',
  `
  insert into plans (name, users, connections, queues, value, use_campaigns, use_kanban, use_open_ai, use_integrations,
    use_schedules, use_internal_chat, use_external_api, created_at, updated_at)
  values ($1, $2, $3, $4, $5, true, true, true, true, true, true, true, $6, $6)
  returning id
  `,
)

export const planOfOwnCompany = statement<[], PlanRow>(
  'plans.ofOwnCompany',
  `
  select p.id, p.name, p.users, p.connections, p.queues, p.value, p.use_campaigns, p.use_kanban, p.use_open_ai,
    p.use_integrations, p.use_schedules, p.use_internal_chat, p.use_external_api
  from plans p
  join companies c on c.plan_id = p.id
  where c.id = current_company()
  `,
)

export const plansByPrice = statement<[], PlanRow>(
  'plans.byPrice',
  `
  select p.id, p.name, p.users, p.connections, p.queues, p.value, p.use_campaigns, p.use_kanban, p.use_open_ai,
    p.use_integrations, p.use_schedules, p.use_internal_chat, p.use_external_api
  from plans p
  order by p.value, p.id
  `,
)
