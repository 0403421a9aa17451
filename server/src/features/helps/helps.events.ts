import { channel, type LiveHelp } from '@balcao/contract/live'
import { eventKind } from '../../platform/live/event-kind'

/** All users of the platform receive help videos. */
export const helpChanged = eventKind<LiveHelp>({
  name: 'help.changed',
  audience: (payload, subscriber) => ({ channel: channel.help(subscriber.viewer.companyId), payload }),
})
