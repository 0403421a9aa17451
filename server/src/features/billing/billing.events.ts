import { channel, type LivePayment } from '@balcao/contract/live'
import { eventKind, sameForAll } from '../../platform/live/event-kind'

const payload = sameForAll(
  (facts: Omit<LivePayment, 'action'>): LivePayment => ({ action: 'CONCLUIDA', ...facts }),
)

/** A payment has arrived: everybody of the company learns the new due date and plan (SUBSCR-11). */
export const paymentArrived = eventKind<Omit<LivePayment, 'action'>>({
  name: 'payment.arrived',
  reach: (facts, seat, links) => ({
    channel: channel.payment(seat.viewer.companyId),
    payload: payload(facts, links),
  }),
})
