import type { plan } from '@balcao/contract/people'
import type { z } from 'zod'
import type { PlanRow } from './plans.queries'

export function planView(row: PlanRow): z.output<typeof plan> {
  return {
    id: row.id,
    name: row.name,
    users: row.users,
    connections: row.connections,
    queues: row.queues,
    value: row.value,
    campaigns: row.campaigns,
    schedules: row.schedules,
    useCampaigns: row.use_campaigns,
    useKanban: row.use_kanban,
    useOpenAi: row.use_open_ai,
    useIntegrations: row.use_integrations,
    useSchedules: row.use_schedules,
    useInternalChat: row.use_internal_chat,
    useExternalApi: row.use_external_api,
    storageGigabytes: row.storage_gigabytes,
    isPublic: row.is_public,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
