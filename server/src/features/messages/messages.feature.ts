import type { Feature } from '../../platform/feature'
import { removeFilesJob } from '../../platform/files/remove-files'
import { onHook } from '../../platform/hooks'
import type { MediaLinks } from '../../platform/media-links'
import type { Workplace } from '../../platform/work'
import { connectionLeaving } from '../connections/connections.hooks'
import { addressesLearnt, contactErasing, contactsMerging } from '../contacts/contacts.hooks'
import {
  automaticMessagesEnding,
  conversationsMerging,
  ticketAccepted,
  ticketLeaving,
  ticketSeen,
} from '../tickets/tickets.hooks'
import { applyChangesOfLearnt } from './changes/early-changes'
import { eraseMessages, removeFilesOfTicket } from './erasing/erase-messages'
import { mergeMessages } from './history/merge-messages'
import { fetchMediaJob, type MediaDependencies } from './media/fetch-media'
import { type ReuploadDependencies, requestReuploadJob } from './media/request-reupload'
import { messageChanged, messageStored, storageFull } from './messages.events'
import { giveReplyWindows } from './messages.queries'
import { messageRoutes } from './messages.routes'
import { compatibleSoundJob } from './outgoing/compatible-sound'
import { greetOnAccept } from './outgoing/greet-on-accept'
import { leaveConnection } from './outgoing/leave-connection'
import { prepareVoiceJob, type VoiceParts } from './outgoing/prepare-voice'
import type { Senders } from './outgoing/senders.port'
import { withdrawUnsaid } from './outgoing/withdraw-unsaid'
import { markMessagesRead } from './reading/mark-messages-read'

export interface MessagesDependencies extends MediaDependencies, ReuploadDependencies, VoiceParts {
  readonly links: MediaLinks
  readonly workplace: Workplace
  readonly senders: Senders
}

export function messagesFeature({ links, workplace, senders, ...parts }: MessagesDependencies): Feature {
  return {
    name: 'messages',
    routes: messageRoutes(links, workplace, senders),
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
      onHook(contactsMerging, ({ db }, { goneId, keptId }) =>
        db.run(giveReplyWindows, { contactId: goneId, toContactId: keptId }).then(() => undefined),
      ),
      onHook(conversationsMerging, mergeMessages),
      onHook(addressesLearnt, applyChangesOfLearnt),
      onHook(contactErasing, eraseMessages),
    ],
  }
}
