import { type LiveOwnPlanPayload, type LivePlanListPayload, liveChannel } from '@balcao/contract/live'
import type { PlanView } from '@balcao/contract/plans'
import { hasPermission } from '@balcao/domain/permissions'
import { eventKind } from '../../platform/live/event-kind'

/** The plan of a company changed: every page shows or hides its modules. */
export const companyPlanChanged = eventKind<{ plan: PlanView }>({
  name: 'plan.changed',
  audience: ({ plan }, subscriber) => ({
    channel: liveChannel.plan(subscriber.viewer.companyId),
    payload: { action: 'update', plan } satisfies LiveOwnPlanPayload,
  }),
})

/** A plan was created, changed or deleted: pages that list plans fetch them again. */
export const plansChanged = eventKind<Record<string, never>>({
  name: 'plans.changed',
  audience: (_, { viewer }) =>
    hasPermission(viewer, 'plans.manage')
      ? {
          channel: liveChannel.plans(viewer.companyId),
          payload: { action: 'reload' } satisfies LivePlanListPayload,
        }
      : null,
})
