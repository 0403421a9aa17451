import { type LiveHelpVideoPayload, liveChannel } from '@balcao/contract/live'
import { eventKind } from '../../platform/live/event-kind'

/** All users of the platform receive help videos. */
export const helpVideosChanged = eventKind<LiveHelpVideoPayload>({
  name: 'help.changed',
  audience: (payload, subscriber) => ({ channel: liveChannel.help(subscriber.viewer.companyId), payload }),
})
