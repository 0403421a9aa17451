import type { Feature } from '../../platform/feature'
import { onHook } from '../../platform/hooks'
import type { MediaLinks } from '../../platform/media-links'
import { connectionLeaving } from '../connections/connections.hooks'
import { contactListLeaving } from '../contact-lists/contact-lists.hooks'
import { contactErasing, contactsMerging } from '../contacts/contacts.hooks'
import { fileListLeaving } from '../file-lists/file-lists.hooks'
import { messageSettled, systemMessagesTicked } from '../messages/messages.hooks'
import { campaignChanged, campaignSettingsChanged, optOutChanged } from './campaigns.events'
import { campaignRoutes } from './campaigns.routes'
import { followFailure, followTicks } from './follow-messages'
import { forgetPerson, keepShipping, leaveConnection, refuseUsedFileList, refuseUsedList } from './let-go'

/** One message to many contacts, at a pace that WhatsApp tolerates. */
export function campaignsFeature({ links }: { links: MediaLinks }): Feature {
  return {
    name: 'campaigns',
    routes: campaignRoutes(links),
    events: [campaignChanged, campaignSettingsChanged, optOutChanged],
    hooks: [
      onHook(systemMessagesTicked, followTicks),
      onHook(messageSettled, followFailure),
      onHook(contactListLeaving, refuseUsedList),
      onHook(fileListLeaving, refuseUsedFileList),
      onHook(connectionLeaving, leaveConnection),
      onHook(contactsMerging, keepShipping),
      onHook(contactErasing, forgetPerson),
    ],
  }
}
