import type { CompanyId, PlanId } from '@balcao/domain/ids'
import { type NoParams, statement } from '../../platform/database/statement'

export interface PlanRow {
  id: PlanId
  name: string
  users: number
  connections: number
  queues: number
  value: number
  campaigns: number | null
  schedules: number | null
  use_campaigns: boolean
  use_kanban: boolean
  use_open_ai: boolean
  use_integrations: boolean
  use_schedules: boolean
  use_internal_chat: boolean
  use_external_api: boolean
  storage_gigabytes: number | null
  is_public: boolean
  created_at: Date
  updated_at: Date
}

type PlanLimits = { name: string; users: number; connections: number; queues: number; value: number }

export const insertPlanWithAllModules = statement<
  PlanLimits & { isPublic: boolean; at: Date },
  { id: PlanId }
>(
  'plans.insertFull',
  `
  insert into plans (name, users, connections, queues, value, use_campaigns, use_kanban, use_open_ai, use_integrations,
    use_schedules, use_internal_chat, use_external_api, is_public, created_at, updated_at)
  values (:name, :users, :connections, :queues, :value, true, true, true, true, true, true, true, :isPublic, :at, :at)
  returning id
  `,
)

const planColumns = `p.id, p.name, p.users, p.connections, p.queues, p.value, p.campaigns, p.schedules, p.use_campaigns,
    p.use_kanban, p.use_open_ai, p.use_integrations, p.use_schedules, p.use_internal_chat, p.use_external_api, p.is_public,
    p.created_at, p.updated_at, p.storage_gigabytes`

export const planOfOwnCompany = statement<NoParams, PlanRow>(
  'plans.ofOwnCompany',
  `
  select ${planColumns}
  from plans p
  join companies c on c.plan_id = p.id
  where c.id = current_company()
  `,
)

export const plansByPrice = statement<NoParams, PlanRow>(
  'plans.byPrice',
  `select ${planColumns} from plans p order by p.value, p.id`,
)

export const planById = statement<{ id: PlanId }, PlanRow>(
  'plans.byId',
  `select ${planColumns} from plans p where p.id = :id`,
)

type PlanValues = PlanLimits & {
  campaigns: number | null
  schedules: number | null
  flags: boolean[]
  isPublic: boolean
  storageGigabytes: number | null
}
const flagColumns = `use_campaigns, use_kanban, use_open_ai, use_integrations, use_schedules, use_internal_chat, use_external_api`
const flagValues = [1, 2, 3, 4, 5, 6, 7].map((at) => `(:flags::boolean[])[${at}]`).join(', ')

/** `flags` are in the order of the domain's `planFlags`. No row: a plan has the name already, ignoring case. */
export const insertPlan = statement<PlanValues & { at: Date }, PlanRow>(
  'plans.insert',
  `
  insert into plans as p (name, users, connections, queues, value, campaigns, schedules, ${flagColumns}, is_public,
    storage_gigabytes, created_at, updated_at)
  values (:name, :users, :connections, :queues, :value, :campaigns, :schedules, ${flagValues}, :isPublic,
    :storageGigabytes, :at, :at)
  on conflict (lower(name)) do nothing
  returning ${planColumns}
  `,
)

export const isPlanNameTaken = statement<{ name: string; butBy: PlanId }, { taken: boolean }>(
  'plans.isNameTaken',
  'select exists (select from plans where lower(name) = lower(:name) and id <> :butBy) as taken',
)

export const savePlan = statement<PlanValues & { at: Date; id: PlanId }, PlanRow>(
  'plans.save',
  `
  update plans p
  set (name, users, connections, queues, value, campaigns, schedules, ${flagColumns}, is_public, storage_gigabytes, updated_at)
    = (:name, :users, :connections, :queues, :value, :campaigns, :schedules, ${flagValues}, :isPublic,
      :storageGigabytes, :at)
  where p.id = :id
  returning ${planColumns}
  `,
)

/** Locks a plan, so that no company gets it meanwhile, and returns the companies that have it. */
export const lockPlan = statement<
  { id: PlanId },
  { name: string; storage_gigabytes: number | null; company_ids: CompanyId[] }
>(
  'plans.lock',
  `
  select p.name, p.storage_gigabytes, array(select c.id from companies c where c.plan_id = p.id order by c.id) as company_ids
  from plans p where p.id = :id for update
  `,
)

export const removePlan = statement<{ id: PlanId }>('plans.remove', 'delete from plans where id = :id')

export const companiesOfSuperUsers = statement<NoParams, { company_id: CompanyId }>(
  'plans.companiesOfSuperUsers',
  'select distinct company_id from users where is_super',
)
