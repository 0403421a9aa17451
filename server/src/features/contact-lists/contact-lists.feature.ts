import * as calls from '@balcao/contract/contact-lists'
import type { ContactListId } from '@balcao/domain/ids'
import type { Feature } from '../../platform/feature'
import { onHook } from '../../platform/hooks'
import { callerRoute, type Route, readRoute, route, type UserCaller } from '../../platform/http/route'
import type { UploadedFile } from '../../platform/http/upload'
import { refuse } from '../../platform/refusal'
import { readUploadedSpreadsheet, type SpreadsheetDependencies } from '../contact-imports/read-list'
import { contactErasing } from '../contacts/contacts.hooks'
import type { WhatsappDirectory } from '../contacts/whatsapp-directory'
import { checkContactListNumbersJob } from './check-numbers'
import { contactListToRead, listItemToRead } from './contact-lists.access'
import {
  contactListChanged,
  contactListItemChanged,
  contactListItemChangedInList,
} from './contact-lists.events'
import { contactListOptions, findContactLists, readListItemsPage } from './contact-lists.read'
import {
  addContactsOfTag,
  createContactList,
  deleteContactList,
  erasePersonFromContactLists,
  markContactListForCheck,
  updateContactList,
} from './contact-lists.verbs'
import { contactListItemView, contactListView } from './contact-lists.view'
import { buildListImportResult, importPeopleIntoList, readPeopleOfSheet } from './import-list'
import {
  addListItem,
  changeListItem,
  checkNumberOnWhatsapp,
  deleteListItem,
  numberWithCountryCode,
} from './save-item'

interface ContactListDependencies extends SpreadsheetDependencies {
  readonly directory: WhatsappDirectory
}

export function contactListsFeature(parts: ContactListDependencies): Feature {
  return {
    name: 'contactLists',
    routes: contactListRoutes(parts),
    jobs: [checkContactListNumbersJob(parts.directory)],
    events: [contactListChanged, contactListItemChanged, contactListItemChangedInList],
    hooks: [onHook(contactErasing, erasePersonFromContactLists)],
  }
}

function contactListRoutes(parts: ContactListDependencies): readonly Route[] {
  return [
    readRoute(calls.listContactLists, async (work, { query }) => {
      const { rows, ...page } = await findContactLists(work, query)
      return { records: rows.map(contactListView), ...page }
    }),
    readRoute(calls.listContactListChoices, async (work) =>
      (await contactListOptions(work)).map(contactListView),
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
      const added = await importPeopleIntoList(caller, params.contactListId, sheet.people)
      return body.report ? buildListImportResult(sheet, added.length) : added.map(contactListItemView)
    }),
    route(calls.fillContactListFromTag, async (work, { params, body }) => ({
      created: await addContactsOfTag(work, params.contactListId, body.tagId),
    })),
    route(calls.recheckContactListNumbers, async (work, { params }) =>
      contactListView(await markContactListForCheck(work, params.contactListId)),
    ),
    ...itemRoutes(parts),
  ]
}

function itemRoutes({ directory }: ContactListDependencies): readonly Route[] {
  return [
    readRoute(calls.listContactListItems, async (work, { query }) => {
      const { rows, ...page } = await readListItemsPage(work, query)
      return { contacts: rows.map(contactListItemView), ...page }
    }),
    readRoute(calls.getContactListItem, async (work, { params }) =>
      contactListItemView(await listItemToRead(work, params.contactListItemId)),
    ),
    callerRoute(calls.createContactListItem, async (caller, { body }) => {
      await caller.read((work) => contactListToRead(work, body.contactListId))
      const asked = await checkNumberOnWhatsapp(directory, caller.actor.companyId, body.number)
      return contactListItemView(
        await caller.act((work) => addListItem(work, body.contactListId, body, asked)),
      )
    }),
    callerRoute(calls.updateContactListItem, async (caller, { params, body }) => {
      const before = await caller.read((work) => listItemToRead(work, params.contactListItemId))
      const isSame = numberWithCountryCode(body.number) === before.number
      const asked = isSame
        ? null
        : await checkNumberOnWhatsapp(directory, caller.actor.companyId, body.number)
      return contactListItemView(
        await caller.act((work) => changeListItem(work, params.contactListItemId, body, asked)),
      )
    }),
    route(calls.deleteContactListItem, async (work, { params }) => {
      await deleteListItem(work, params.contactListItemId)
      return { message: 'contact list item deleted' }
    }),
  ]
}

async function readFile(
  parts: SpreadsheetDependencies,
  caller: UserCaller,
  listId: ContactListId,
  [file, ...more]: readonly UploadedFile[],
) {
  await caller.read((work) => contactListToRead(work, listId))
  if (file === undefined) throw refuse('ERR_UPLOAD_EMPTY')
  if (more.length > 0) throw refuse('ERR_VALIDATION', { field: 'file' })
  return readPeopleOfSheet(await readUploadedSpreadsheet(parts, caller.actor.companyId, file))
}
