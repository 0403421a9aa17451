import { channel, type LivePlan } from '@balcao/contract/live'
import type { PlanView } from '@balcao/contract/plans'
import { eventKind } from '../../platform/live/event-kind'

/** A company's plan is other than it was: its modules come and go on every screen. */
export const planChanged = eventKind<{ plan: PlanView }>({
  name: 'plan.changed',
  reach: ({ plan }, seat) => ({
    channel: channel.plan(seat.viewer.companyId),
    payload: { action: 'update', plan } satisfies LivePlan,
  }),
})
