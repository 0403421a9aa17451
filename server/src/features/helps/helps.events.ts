import { type LiveHelpVideoPayload, liveChannel } from '@balcao/contract/live'
import { eventKind } from '../../platform/live/event-kind'

/** A help video changed. All users of the platform get the event. */
export const helpVideosChanged = eventKind<LiveHelpVideoPayload>({
  name: 'help.changed',
  audience: (payload, subscriber) => ({ channel: liveChannel.help(subscriber.viewer.companyId), payload }),
})
