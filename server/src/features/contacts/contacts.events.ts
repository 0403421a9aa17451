import { type LiveContact, liveChannel } from '@balcao/contract/live'
import type { ContactId } from '@balcao/domain/ids'
import { eventKind } from '../../platform/live/event-kind'
import type { ShownContactRow } from './contacts.queries'
import { contactView } from './contacts.view'

/** Every user of the company receives contact events. */
export const contactChanged = eventKind<{ action: 'create' | 'update'; contact: ShownContactRow }>({
  name: 'contact.changed',
  audience: ({ action, contact }, subscriber, links) => ({
    channel: liveChannel.contact(subscriber.viewer.companyId),
    payload: { action, contact: contactView(contact, links) } satisfies LiveContact,
  }),
})

/** Many contacts changed at once: clients that show contacts fetch them again. */
export const contactsChangedInBulk = eventKind<Record<string, never>>({
  name: 'contacts.reloaded',
  audience: (_, subscriber) => ({
    channel: liveChannel.contact(subscriber.viewer.companyId),
    payload: { action: 'reload' } satisfies LiveContact,
  }),
})

export const contactRemoved = eventKind<{ contactId: ContactId }>({
  name: 'contact.removed',
  audience: ({ contactId }, subscriber) => ({
    channel: liveChannel.contact(subscriber.viewer.companyId),
    payload: { action: 'delete', contactId } satisfies LiveContact,
  }),
})
