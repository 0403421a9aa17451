import { channel, type LiveHoliday } from '@balcao/contract/live'
import { eventKind } from '../../platform/live/event-kind'

/** Holidays are known to everybody of the company. */
export const holidaysChanged = eventKind<LiveHoliday>({
  name: 'holidays.changed',
  reach: (payload, seat) => ({ channel: channel.holiday(seat.viewer.companyId), payload }),
})
