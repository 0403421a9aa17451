import type { ConnectionId, ContactId, ContactListId, FileListId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { eraseShipping, moveShippingsToContact } from './campaign-shipping.queries'
import { erasePastRecipients, movePastRecipientsToContact } from './campaign-writings.queries'
import { lockSendSlot } from './campaigns.access'
import { optOutChanged } from './campaigns.events'
import {
  clearPlannedStartOfCampaign,
  lockCampaignsOfConnection,
  unfinishedCampaignOfFileList,
  unfinishedCampaignOfList,
} from './campaigns.queries'
import { finishExhaustedCampaigns } from './finish-exhausted-campaigns'
import { eraseOptOuts } from './opt-outs.queries'
import { stopLockedCampaign } from './run-campaign'

/** Refuses to delete a contact list that an unfinished campaign uses (CLIST-13). */
export async function refuseContactListInUse(
  work: CompanyWork,
  { listId }: { readonly listId: ContactListId },
): Promise<void> {
  const user = await work.db.row(unfinishedCampaignOfList, { listId })
  if (user !== null) throw refuse('ERR_CONTACTLIST_IN_USE', { campaignName: user.name })
}

/** Refuses to delete a file list that an unfinished campaign sends. */
export async function refuseFileListInUse(
  work: CompanyWork,
  { listId }: { readonly listId: FileListId },
): Promise<void> {
  const user = await work.db.row(unfinishedCampaignOfFileList, { listId })
  if (user !== null) throw refuse('ERR_FILE_LIST_IN_USE', { campaignName: user.name })
}

/** Cancels running campaigns of a deleted connection. Planned ones lose their start: a user must choose another. */
export async function stopCampaignsOfConnection(
  work: CompanyWork,
  { connectionId }: { readonly connectionId: ConnectionId },
): Promise<void> {
  await lockSendSlot(work, connectionId)
  for (const { id, name, status } of await work.db.rows(lockCampaignsOfConnection, { connectionId })) {
    if (status === 'EM_ANDAMENTO') {
      await stopLockedCampaign(work, { id, name, connection_id: connectionId })
    } else {
      await work.db.row(clearPlannedStartOfCampaign, { id, failure: 'ERR_NO_WAPP_FOUND', at: work.now })
      await finishExhaustedCampaigns(work, [id])
    }
  }
}

export async function moveCampaignRowsToContact(
  work: CompanyWork,
  { keptId, goneId }: { readonly keptId: ContactId; readonly goneId: ContactId },
): Promise<void> {
  await work.db.run(moveShippingsToContact, { from: goneId, to: keptId })
  await work.db.run(movePastRecipientsToContact, { from: goneId, to: keptId })
}

/** Erases the contact in all campaigns, which send it no further message. The counts of the campaigns stay. */
export async function eraseCampaignDataOfContact(
  work: CompanyWork,
  about: { contactId: ContactId; phones: readonly string[]; addresses: readonly string[] },
): Promise<void> {
  const { contactId, phones, addresses } = about
  const erased = await work.db.rows(eraseShipping, { contactId, phones, at: work.now })
  await work.db.run(erasePastRecipients, { contactId, phones })
  for (const { id } of await work.db.rows(eraseOptOuts, { phones: addresses })) {
    work.record(optOutChanged, { action: 'delete', id })
  }
  const erasedIds = erased.map(({ campaign_id }) => campaign_id)
  await finishExhaustedCampaigns(work, erasedIds)
}
