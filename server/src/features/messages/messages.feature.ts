import type { Feature } from '../../platform/feature'
import { removeFilesJob } from '../../platform/files/remove-files'
import { onHook } from '../../platform/hooks'
import type { MediaLinks } from '../../platform/media-links'
import { connectionLeaving } from '../connections/connections.hooks'
import { addressesLearnt, contactErasing } from '../contacts/contacts.hooks'
import {
  automaticMessagesEnding,
  conversationsMerging,
  ticketAccepted,
  ticketLeaving,
  ticketSeen,
} from '../tickets/tickets.hooks'
import { compatibleSoundJob } from './compatible-sound'
import { applyChangesOfLearnt } from './early-changes'
import { eraseMessages } from './erase-messages'
import { fetchMediaJob, type MediaParts } from './fetch-media'
import { greetOnAccept } from './greet-on-accept'
import { leaveConnection } from './leave-connection'
import { markMessagesRead } from './mark-messages-read'
import { mergeMessages } from './merge-messages'
import { messageChanged, messageStored, storageFull } from './messages.events'
import { messageRoutes } from './messages.routes'
import { prepareVoiceJob, type VoiceParts } from './prepare-voice'
import { removeFilesOfTicket } from './remove-files-of-ticket'
import { type ReuploadParts, requestReuploadJob } from './request-reupload'
import { withdrawUnsaid } from './withdraw-unsaid'

export interface MessagesParts extends MediaParts, ReuploadParts, VoiceParts {
  readonly links: MediaLinks
}

export function messagesFeature({ links, ...parts }: MessagesParts): Feature {
  return {
    name: 'messages',
    routes: messageRoutes(links),
    jobs: [
      fetchMediaJob(parts),
      requestReuploadJob(parts),
      prepareVoiceJob(parts),
      compatibleSoundJob(parts),
      removeFilesJob(parts.store),
    ],
    events: [messageStored, messageChanged, storageFull],
    hooks: [
      onHook(automaticMessagesEnding, withdrawUnsaid),
      onHook(ticketAccepted, greetOnAccept),
      onHook(ticketSeen, markMessagesRead),
      onHook(ticketLeaving, removeFilesOfTicket),
      onHook(connectionLeaving, leaveConnection),
      onHook(conversationsMerging, mergeMessages),
      onHook(addressesLearnt, applyChangesOfLearnt),
      onHook(contactErasing, eraseMessages),
    ],
  }
}
