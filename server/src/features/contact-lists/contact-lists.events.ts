import {
  type LiveContactListItemPayload,
  type LiveContactListPayload,
  liveChannel,
} from '@balcao/contract/live'
import type { ContactListId } from '@balcao/domain/ids'
import { hasPermission } from '@balcao/domain/permissions'
import { eventKind } from '../../platform/live/event-kind'
import type { CompanyWork } from '../../platform/work'
import type { ContactListRow } from './contact-lists.queries'
import { contactListsByIds } from './contact-lists.queries'
import { contactListView } from './contact-lists.view'

export const contactListChanged = eventKind<LiveContactListPayload>({
  name: 'contactList.changed',
  audience: (payload, { viewer }) =>
    hasPermission(viewer, 'campaigns.manage')
      ? { channel: liveChannel.contactList(viewer.companyId), payload }
      : null,
})

export const contactListItemChanged = eventKind<LiveContactListItemPayload>({
  name: 'contactListItem.changed',
  audience: (payload, { viewer }) =>
    hasPermission(viewer, 'campaigns.manage')
      ? { channel: liveChannel.contactListItem(viewer.companyId), payload }
      : null,
})

/** The change of one row, for clients of the earlier API, which subscribe to a single list (RT-22). */
export const contactListItemChangedInList = eventKind<LiveContactListItemPayload>({
  name: 'contactListItem.changedInList',
  audience: (payload, { viewer }) =>
    hasPermission(viewer, 'campaigns.manage')
      ? { channel: liveChannel.itemOfContactList(viewer.companyId, listOf(payload)), payload }
      : null,
})

function listOf(payload: LiveContactListItemPayload): ContactListId {
  return 'record' in payload ? payload.record.contactListId : payload.contactListId
}

export function recordListItemChange(work: CompanyWork, change: LiveContactListItemPayload): void {
  work.record(contactListItemChanged, change)
  work.record(contactListItemChangedInList, change)
}

export async function recordContactListCounters(
  work: CompanyWork,
  ids: readonly ContactListId[],
): Promise<ContactListRow[]> {
  const rows = await work.db.rows(contactListsByIds, { ids })
  for (const row of rows) work.record(contactListChanged, { action: 'update', record: contactListView(row) })
  return rows
}
