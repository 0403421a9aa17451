import { type LiveCompanyListPayload, type LiveOwnCompanyPayload, liveChannel } from '@balcao/contract/live'
import type { UserId } from '@balcao/domain/ids'
import { hasPermission } from '@balcao/domain/permissions'
import { eventKind } from '../../platform/live/event-kind'

/** The company changed. `resubscribed`: users whose rights are loaded again, because the company was deactivated. */
export const companyChanged = eventKind<{ resubscribed: readonly UserId[] }>({
  name: 'company.changed',
  audience: (_, subscriber) => ({
    channel: liveChannel.company(subscriber.viewer.companyId),
    payload: { action: 'update' } satisfies LiveOwnCompanyPayload,
  }),
  resubscribes: ({ resubscribed }) => resubscribed,
})

/** A company was created, changed or deleted: clients with lists of companies fetch them again. */
export const companiesChanged = eventKind<Record<string, never>>({
  name: 'companies.changed',
  audience: (_, { viewer }) =>
    hasPermission(viewer, 'companies.manage')
      ? {
          channel: liveChannel.companies(viewer.companyId),
          payload: { action: 'reload' } satisfies LiveCompanyListPayload,
        }
      : null,
})
