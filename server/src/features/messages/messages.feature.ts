import type { Feature } from '../../platform/feature'
import type { MediaLinks } from '../../platform/media-links'
import { reactTo } from '../../platform/reactions'
import { connectionLeaving } from '../connections/connections.reactions'
import { conversationsMerging, ticketAccepted, ticketSeen } from '../tickets/tickets.reactions'
import { fetchMediaJob, type MediaParts } from './fetch-media'
import { greetOnAccept } from './greet-on-accept'
import { leaveConnection } from './leave-connection'
import { mergeMessages } from './merge-messages'
import { messageChanged, messageStored } from './messages.events'
import { messageRoutes } from './messages.routes'
import { tellRead } from './tell-read'

export interface MessagesParts extends MediaParts {
  readonly links: MediaLinks
}

export function messagesFeature({ links, ...media }: MessagesParts): Feature {
  return {
    name: 'messages',
    routes: messageRoutes(links),
    jobs: [fetchMediaJob(media)],
    events: [messageStored, messageChanged],
    reactions: [
      reactTo(ticketAccepted, greetOnAccept),
      reactTo(ticketSeen, tellRead),
      reactTo(connectionLeaving, leaveConnection),
      reactTo(conversationsMerging, mergeMessages),
    ],
  }
}
