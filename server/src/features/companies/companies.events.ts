import { channel, type LiveCompany } from '@balcao/contract/live'
import type { UserId } from '@balcao/domain/ids'
import { eventKind } from '../../platform/live/event-kind'

/** The company is other than it was. `reseated` are those who may have lost everything by it: it was switched off. */
export const companyChanged = eventKind<{ reseated: readonly UserId[] }>({
  name: 'company.changed',
  reach: (_, seat) => ({
    channel: channel.company(seat.viewer.companyId),
    payload: { action: 'update' } satisfies LiveCompany,
  }),
  reseats: ({ reseated }) => reseated,
})
