import { type LiveContactPayload, liveChannel } from '@balcao/contract/live'
import type { ContactId } from '@balcao/domain/ids'
import { eventKind, memoizePayload } from '../../platform/live/event-kind'
import type { CompanyWork } from '../../platform/work'
import { type ContactWithConnectionRow, contactsByIds } from './contacts.queries'
import { contactView } from './contacts.view'

interface ContactChanged {
  readonly action: 'create' | 'update'
  readonly contact: ContactWithConnectionRow
}

const changedPayload = memoizePayload(
  ({ action, contact }: ContactChanged, links): LiveContactPayload => ({
    action,
    contact: contactView(contact, links),
  }),
)

/** The stored part of a contact's change. The contact itself is read from the database when the event is delivered. */
interface KeptContactChange {
  readonly action: ContactChanged['action']
  readonly contactId: ContactId
}

/** Every user of the company receives contact events. */
export const contactChanged = eventKind<ContactChanged, KeptContactChange>({
  name: 'contact.changed',
  async restore(work, { action, contactId }) {
    const [contact] = await work.db.rows(contactsByIds, { contactIds: [contactId] })
    return contact === undefined ? null : { action, contact }
  },
  audience: (change, subscriber, links) => ({
    channel: liveChannel.contact(subscriber.viewer.companyId),
    payload: changedPayload(change, links),
  }),
})

export function recordContactChanged(
  work: Pick<CompanyWork, 'recordRead'>,
  action: ContactChanged['action'],
  contact: ContactWithConnectionRow,
): void {
  work.recordRead(contactChanged, { action, contactId: contact.id }, Promise.resolve({ action, contact }))
}

const reload: LiveContactPayload = { action: 'reload' }

/** Many contacts changed at once: clients that show contacts fetch them again. */
export const contactsChangedInBulk = eventKind<Record<string, never>>({
  name: 'contacts.reloaded',
  audience: (_, subscriber) => ({
    channel: liveChannel.contact(subscriber.viewer.companyId),
    payload: reload,
  }),
})

const removedPayload = memoizePayload(
  ({ contactId }: { readonly contactId: ContactId }): LiveContactPayload => ({ action: 'delete', contactId }),
)

export const contactRemoved = eventKind<{ contactId: ContactId }>({
  name: 'contact.removed',
  audience: (removal, subscriber, links) => ({
    channel: liveChannel.contact(subscriber.viewer.companyId),
    payload: removedPayload(removal, links),
  }),
})
