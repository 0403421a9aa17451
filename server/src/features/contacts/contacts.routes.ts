import * as calls from '@balcao/contract/contacts'
import type { ContactId } from '@balcao/domain/ids'
import type { PersonAddress } from '@balcao/whatsapp/gateway'
import { callerRoute, type Route, readRoute, route, type UserCaller } from '../../platform/http/route'
import { serializeAnswerWithRawJson } from '../../platform/http/written-answer'
import type { MediaLinkSigner } from '../../platform/media-links'
import { refuse } from '../../platform/refusal'
import { contactIncludingDeleted, contactToRead } from './contacts.access'
import { findContactChoices, findContacts, findRemovedContacts } from './contacts.read'
import { contactView } from './contacts.view'
import { mergeContactsByHand, previewContactMerge } from './merge-by-hand'
import { eraseContact, exportContactsAsJson } from './personal-data'
import { addContact, changeContact, deleteContact } from './save-contact'
import type { WhatsappDirectory } from './whatsapp-directory'

const choices = 1000

export function contactRoutes(links: MediaLinkSigner, directory: WhatsappDirectory): readonly Route[] {
  return [
    readRoute(calls.listContacts, async (work, { query }) => {
      const { contacts, ...page } = await findContacts(work, query.searchParam, query.pageNumber)
      return { contacts: contacts.map((row) => contactView(row, links)), ...page }
    }),
    readRoute(calls.listDeletedContacts, async (work, { query }) => {
      const { contacts, ...page } = await findRemovedContacts(work, query.searchParam, query.pageNumber)
      return { contacts: contacts.map((row) => contactView(row, links)), ...page }
    }),
    readRoute(calls.listContactChoices, async (work, { query }) => {
      const contacts = await findContactChoices(work, query.name, choices)
      return contacts.map(({ id, name, number }) => ({ id, name, number }))
    }),
    readRoute(calls.getContact, async (work, { params }) =>
      contactView(await contactIncludingDeleted(work, params.contactId), links),
    ),
    callerRoute(calls.createContact, async (caller, { body }) => {
      const person = await checkNumber(directory, caller, body.number)
      const row = await caller.act((work) => addContact(work, { ...body, person }))
      return contactView(row, links)
    }),
    callerRoute(calls.updateContact, async (caller, { params, body }) => {
      const before = await caller.act((work) => contactToRead(work, params.contactId))
      const { name = before.name, email = before.email, number = before.number } = body
      const { extraInfo = before.extra_info } = body
      const person: Reachable =
        number === before.number
          ? { kind: 'person', phone: number, lid: null }
          : await checkNumber(directory, caller, number)
      const row = await caller.act((work) =>
        changeContact(work, params.contactId, { name, email, extraInfo, person }),
      )
      return contactView(row, links)
    }),
    callerRoute(calls.exportContacts, async (caller) =>
      serializeAnswerWithRawJson({ contacts: await caller.act(exportContactsAsJson) }, {}),
    ),
    readRoute(calls.previewContactMerge, async (work, { params }) => {
      const { kept, gone, merged, ...rest } = await previewContactMerge(work, pairOf(params))
      const { name, number, email, extraInfo } = merged
      return {
        kept: contactView(kept, links),
        gone: contactView(gone, links),
        merged: { name, number, email, extraInfo },
        ...rest,
      }
    }),
    route(calls.mergeContacts, async (work, { params }) =>
      contactView(await mergeContactsByHand(work, pairOf(params)), links),
    ),
    route(calls.eraseContact, async (work, { params, body }) => {
      await eraseContact(work, params.contactId, body.confirmation)
      return { message: 'contact erased' }
    }),
    route(calls.deleteContact, async (work, { params }) => {
      await deleteContact(work, params.contactId)
      return { message: 'contact deleted' }
    }),
  ]
}

function pairOf(params: { contactId: ContactId; otherContactId: ContactId }): [ContactId, ContactId] {
  return [params.contactId, params.otherContactId]
}

type Reachable = PersonAddress & { readonly phone: string }

/** Checks that WhatsApp knows the number (CONTACT-06). The contact gets WhatsApp's spelling of it. */
async function checkNumber(
  directory: WhatsappDirectory,
  { actor }: UserCaller,
  number: string,
): Promise<Reachable> {
  const found = await directory.lookUp(actor.companyId, number)
  if (found === 'unreachable') throw refuse('ERR_WAPP_CHECK_CONTACT')
  if (found === 'unknown') throw refuse('ERR_WAPP_INVALID_CONTACT')
  return { ...found, phone: found.phone ?? number }
}
