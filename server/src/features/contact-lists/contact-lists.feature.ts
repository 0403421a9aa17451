import * as calls from '@balcao/contract/contact-lists'
import type { ContactListId } from '@balcao/domain/ids'
import type { Feature } from '../../platform/feature'
import { onHook } from '../../platform/hooks'
import { type Caller, callerRoute, type Route, readRoute, route } from '../../platform/http/route'
import type { UploadedFile } from '../../platform/http/upload'
import { refuse } from '../../platform/refusal'
import { type ListDependencies, readList } from '../contact-imports/read-list'
import { contactErasing } from '../contacts/contacts.hooks'
import type { WhatsappDirectory } from '../contacts/whatsapp-directory'
import { checkNumbersJob } from './check-numbers'
import { contactListToRead, itemToRead } from './contact-lists.access'
import { contactListChanged, contactListItemChanged, itemOfListChanged } from './contact-lists.events'
import { contactListChoices, listContactLists, listItems } from './contact-lists.read'
import {
  checkContactList,
  createContactList,
  deleteContactList,
  eraseListed,
  fillFromTag,
  updateContactList,
} from './contact-lists.verbs'
import { contactListView, itemView } from './contact-lists.view'
import { importPeople, importReportOf, readPeople } from './import-list'
import { addItem, changeItem, checkNumberOnWhatsapp, deleteItem, typedNumber } from './save-item'

interface ContactListDependencies extends ListDependencies {
  readonly directory: WhatsappDirectory
}

/** Numbers for campaigns, and WhatsApp's check of them. */
export function contactListsFeature(parts: ContactListDependencies): Feature {
  return {
    name: 'contactLists',
    routes: contactListRoutes(parts),
    jobs: [checkNumbersJob(parts.directory)],
    events: [contactListChanged, contactListItemChanged, itemOfListChanged],
    hooks: [onHook(contactErasing, eraseListed)],
  }
}

function contactListRoutes(parts: ContactListDependencies): readonly Route[] {
  return [
    readRoute(calls.listContactLists, async (work, { query }) => {
      const { rows, ...page } = await listContactLists(work, query)
      return { records: rows.map(contactListView), ...page }
    }),
    readRoute(calls.listContactListChoices, async (work) =>
      (await contactListChoices(work)).map(contactListView),
    ),
    readRoute(calls.getContactList, async (work, { params }) =>
      contactListView(await contactListToRead(work, params.contactListId)),
    ),
    route(calls.createContactList, async (work, { body }) =>
      contactListView(await createContactList(work, body.name)),
    ),
    route(calls.updateContactList, async (work, { params, body }) =>
      contactListView(await updateContactList(work, params.contactListId, body.name)),
    ),
    route(calls.deleteContactList, async (work, { params }) => {
      await deleteContactList(work, params.contactListId)
      return { message: 'contact list deleted' }
    }),
    callerRoute(calls.uploadContactList, async (caller, { params, body, files }) => {
      const sheet = await readFile(parts, caller, params.contactListId, files)
      const added = await importPeople(caller, params.contactListId, sheet.people)
      return body.report ? importReportOf(sheet, added.length) : added.map(itemView)
    }),
    route(calls.fillContactListFromTag, async (work, { params, body }) => ({
      created: await fillFromTag(work, params.contactListId, body.tagId),
    })),
    route(calls.recheckContactListNumbers, async (work, { params }) =>
      contactListView(await checkContactList(work, params.contactListId)),
    ),
    ...itemRoutes(parts),
  ]
}

function itemRoutes({ directory }: ContactListDependencies): readonly Route[] {
  return [
    readRoute(calls.listContactListItems, async (work, { query }) => {
      const { rows, ...page } = await listItems(work, query)
      return { contacts: rows.map(itemView), ...page }
    }),
    readRoute(calls.getContactListItem, async (work, { params }) =>
      itemView(await itemToRead(work, params.contactListItemId)),
    ),
    callerRoute(calls.createContactListItem, async (caller, { body }) => {
      await caller.read((work) => contactListToRead(work, body.contactListId))
      const asked = await checkNumberOnWhatsapp(directory, caller.actor.companyId, body.number)
      return itemView(await caller.act((work) => addItem(work, body.contactListId, body, asked)))
    }),
    callerRoute(calls.updateContactListItem, async (caller, { params, body }) => {
      const before = await caller.read((work) => itemToRead(work, params.contactListItemId))
      const isSame = typedNumber(body.number) === before.number
      const asked = isSame
        ? null
        : await checkNumberOnWhatsapp(directory, caller.actor.companyId, body.number)
      return itemView(await caller.act((work) => changeItem(work, params.contactListItemId, body, asked)))
    }),
    route(calls.deleteContactListItem, async (work, { params }) => {
      await deleteItem(work, params.contactListItemId)
      return { message: 'contact list item deleted' }
    }),
  ]
}

async function readFile(
  parts: ListDependencies,
  caller: Caller,
  listId: ContactListId,
  [file, ...more]: readonly UploadedFile[],
) {
  await caller.read((work) => contactListToRead(work, listId))
  if (file === undefined) throw refuse('ERR_UPLOAD_EMPTY')
  if (more.length > 0) throw refuse('ERR_VALIDATION', { field: 'file' })
  return readPeople(await readList(parts, caller.actor.companyId, file))
}
