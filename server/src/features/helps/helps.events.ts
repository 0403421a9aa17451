import { channel, type LiveHelp } from '@balcao/contract/live'
import { eventKind } from '../../platform/live/event-kind'

/** Help is for everybody on the platform. */
export const helpChanged = eventKind<LiveHelp>({
  name: 'help.changed',
  audience: (payload, subscriber) => ({ channel: channel.help(subscriber.viewer.companyId), payload }),
})
