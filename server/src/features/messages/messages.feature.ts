import type { Feature } from '../../platform/feature'
import { removeFilesJob } from '../../platform/files/remove-files'
import { onHook } from '../../platform/hooks'
import type { MediaLinkSigner } from '../../platform/media-links'
import type { Workplace } from '../../platform/work'
import { connectionDeleting } from '../connections/connections.hooks'
import { contactAddressesAdded, contactErasing, contactsMerging } from '../contacts/contacts.hooks'
import {
  automaticMessagesEnding,
  conversationsMerging,
  ticketAccepted,
  ticketDeleting,
  ticketSeen,
} from '../tickets/tickets.hooks'
import { applyEarlyChangesOfNewAddresses } from './changes/early-changes'
import { eraseMessagesOfContact, removeFilesOfTicket } from './erasing/erase-messages'
import { mergeMessages } from './history/merge-messages'
import { fetchMediaJob, type MediaDependencies } from './media/fetch-media'
import { type ReuploadDependencies, requestReuploadJob } from './media/request-reupload'
import { messageChanged, messageStored, storageFull } from './messages.events'
import { copyReplyWindowsToContact } from './messages.queries'
import { messageRoutes } from './messages.routes'
import { makeMp3CopyJob } from './outgoing/compatible-sound'
import { greetOnAccept } from './outgoing/greet-on-accept'
import { moveUnsentMessagesToSuccessor } from './outgoing/leave-connection'
import { prepareVoiceJob, type VoiceDependencies } from './outgoing/prepare-voice'
import type { LocalSenders } from './outgoing/senders.port'
import { withdrawAutomaticMessages } from './outgoing/withdraw-unsaid'
import { markMessagesRead } from './reading/mark-messages-read'

export interface MessagesDependencies extends MediaDependencies, ReuploadDependencies, VoiceDependencies {
  readonly links: MediaLinkSigner
  readonly workplace: Workplace
  readonly senders: LocalSenders
}

export function messagesFeature({ links, workplace, senders, ...parts }: MessagesDependencies): Feature {
  return {
    name: 'messages',
    routes: messageRoutes(links, workplace, senders),
    jobs: [
      fetchMediaJob(parts),
      requestReuploadJob(parts),
      prepareVoiceJob(parts),
      makeMp3CopyJob(parts),
      removeFilesJob(parts.store),
    ],
    events: [messageStored, messageChanged, storageFull],
    hooks: [
      onHook(automaticMessagesEnding, withdrawAutomaticMessages),
      onHook(ticketAccepted, greetOnAccept),
      onHook(ticketSeen, markMessagesRead),
      onHook(ticketDeleting, removeFilesOfTicket),
      onHook(connectionDeleting, moveUnsentMessagesToSuccessor),
      onHook(contactsMerging, ({ db }, { goneId, keptId }) =>
        db.run(copyReplyWindowsToContact, { contactId: goneId, toContactId: keptId }).then(() => undefined),
      ),
      onHook(conversationsMerging, mergeMessages),
      onHook(contactAddressesAdded, applyEarlyChangesOfNewAddresses),
      onHook(contactErasing, eraseMessagesOfContact),
    ],
  }
}
