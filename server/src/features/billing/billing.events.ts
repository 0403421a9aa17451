import { type LivePaymentPayload, type LivePaymentsToDecidePayload, liveChannel } from '@balcao/contract/live'
import { hasPermission } from '@balcao/domain/permissions'
import { eventKind, memoizePayload } from '../../platform/live/event-kind'

const payload = memoizePayload(
  (facts: Omit<LivePaymentPayload, 'action'>): LivePaymentPayload => ({ action: 'CONCLUIDA', ...facts }),
)

/** A payment arrived: all users of the company get the new due date and plan (SUBSCR-11). */
export const paymentArrived = eventKind<Omit<LivePaymentPayload, 'action'>>({
  name: 'payment.arrived',
  audience: (facts, subscriber, links) => ({
    channel: liveChannel.payment(subscriber.viewer.companyId),
    payload: payload(facts, links),
  }),
})

/** How many payments wait for a decision by the platform's owner. Sent to platform owners only. */
export const undecidedPaymentCountChanged = eventKind<{ count: number }>({
  name: 'payments.wait',
  audience: ({ count }, { viewer }) =>
    hasPermission(viewer, 'payments.manage')
      ? {
          channel: liveChannel.waitingPayments(viewer.companyId),
          payload: { action: 'update', count } satisfies LivePaymentsToDecidePayload,
        }
      : null,
})
