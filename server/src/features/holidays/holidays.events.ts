import { type LiveHoliday, liveChannel } from '@balcao/contract/live'
import { eventKind } from '../../platform/live/event-kind'

/** All users of the company receive holidays. */
export const holidaysChanged = eventKind<LiveHoliday>({
  name: 'holidays.changed',
  audience: (payload, subscriber) => ({ channel: liveChannel.holiday(subscriber.viewer.companyId), payload }),
})
