import { type LiveContact, liveChannel } from '@balcao/contract/live'
import type { ContactId } from '@balcao/domain/ids'
import { eventKind, samePayloadForAll } from '../../platform/live/event-kind'
import type { ShownContactRow } from './contacts.queries'
import { contactView } from './contacts.view'

interface ContactChanged {
  readonly action: 'create' | 'update'
  readonly contact: ShownContactRow
}

const changedPayload = samePayloadForAll(
  ({ action, contact }: ContactChanged, links): LiveContact => ({
    action,
    contact: contactView(contact, links),
  }),
)

/** Every user of the company receives contact events. */
export const contactChanged = eventKind<ContactChanged>({
  name: 'contact.changed',
  audience: (change, subscriber, links) => ({
    channel: liveChannel.contact(subscriber.viewer.companyId),
    payload: changedPayload(change, links),
  }),
})

const reload: LiveContact = { action: 'reload' }

/** Many contacts changed at once: clients that show contacts fetch them again. */
export const contactsChangedInBulk = eventKind<Record<string, never>>({
  name: 'contacts.reloaded',
  audience: (_, subscriber) => ({
    channel: liveChannel.contact(subscriber.viewer.companyId),
    payload: reload,
  }),
})

const removedPayload = samePayloadForAll(
  ({ contactId }: { readonly contactId: ContactId }): LiveContact => ({ action: 'delete', contactId }),
)

export const contactRemoved = eventKind<{ contactId: ContactId }>({
  name: 'contact.removed',
  audience: (removal, subscriber, links) => ({
    channel: liveChannel.contact(subscriber.viewer.companyId),
    payload: removedPayload(removal, links),
  }),
})
