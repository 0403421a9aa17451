import type { Feature } from '../../platform/feature'
import type { MediaLinks } from '../../platform/media-links'
import { reactTo } from '../../platform/reactions'
import { connectionLeaving } from '../connections/connections.reactions'
import { contactListLeaving } from '../contact-lists/contact-lists.reactions'
import { contactErasing, contactsMerging } from '../contacts/contacts.reactions'
import { fileListLeaving } from '../file-lists/file-lists.reactions'
import { messageSettled, systemMessagesTicked } from '../messages/messages.reactions'
import { campaignChanged, campaignSettingsChanged, optOutChanged } from './campaigns.events'
import { campaignRoutes } from './campaigns.routes'
import { followFailure, followTicks } from './follow-messages'
import { forgetPerson, keepShipping, leaveConnection, refuseUsedFileList, refuseUsedList } from './let-go'

/** One message to many, at a pace that WhatsApp bears. */
export function campaignsFeature({ links }: { links: MediaLinks }): Feature {
  return {
    name: 'campaigns',
    routes: campaignRoutes(links),
    events: [campaignChanged, campaignSettingsChanged, optOutChanged],
    reactions: [
      reactTo(systemMessagesTicked, followTicks),
      reactTo(messageSettled, followFailure),
      reactTo(contactListLeaving, refuseUsedList),
      reactTo(fileListLeaving, refuseUsedFileList),
      reactTo(connectionLeaving, leaveConnection),
      reactTo(contactsMerging, keepShipping),
      reactTo(contactErasing, forgetPerson),
    ],
  }
}
