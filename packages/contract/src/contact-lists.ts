import type { ImportRowOutcome } from '@balcao/domain/contact-imports'
import type { NumberCheckState } from '@balcao/domain/contact-lists'
import type { CompanyId, ContactListId, ContactListItemId, TagId } from '@balcao/domain/ids'
import { z } from 'zod'
import { contactForm, phoneOrUserId } from './contacts'
import { endpoint, importExportRateLimit, uploadErrorCodes } from './endpoint'
import {
  idParam,
  idSchema,
  instant,
  nameText,
  optionalId,
  pageFields,
  pagingQuery,
  resultMessageAnswer,
  wireBoolean,
} from './wire-values'

export const contactList = z.object({
  id: idSchema<ContactListId>(),
  name: z.string(),
  contactsCount: z.number().int(),
  /** The number of contacts whose phone number has WhatsApp. */
  validCount: z.number().int(),
  invalidCount: z.number().int(),
  /** The number of contacts that the server must check with WhatsApp, for the first time or again. */
  dueCount: z.number().int(),
  createdAt: instant,
  updatedAt: instant,
})
export type ContactListView = z.output<typeof contactList>

export const contactListItem = z.object({
  id: idSchema<ContactListItemId>(),
  name: z.string(),
  /** The phone number in digits, or the user id of a person without one, such as `BR.1349120865`. */
  number: z.string(),
  email: z.string(),
  isWhatsappValid: z.boolean(),
  /** When WhatsApp last answered for this number. */
  checkedAt: instant.nullable(),
  isCheckDue: z.boolean(),
  contactListId: idSchema<ContactListId>(),
  companyId: idSchema<CompanyId>(),
  createdAt: instant,
  updatedAt: instant,
})
export type ContactListItemView = z.output<typeof contactListItem>

export const contactListForm = z.object({ name: nameText })
/** Clients of the earlier API send `companyId`; the server ignores it. */
const companyId = optionalId<CompanyId>()
const listFields = contactListForm.extend({ companyId })

export const contactListItemForm = contactForm
  .pick({ name: true, email: true })
  .extend({ number: phoneOrUserId })
const itemFields = contactListItemForm.extend({ companyId })

const contactListParams = z.object({ contactListId: idParam<ContactListId>() })
const itemParams = z.object({ contactListItemId: idParam<ContactListItemId>() })
const contactListRules = { access: 'campaigns.manage', planFlag: 'useCampaigns' } as const
const numberTaken = 'ERR_CONTACTLIST_NUMBER_ALREADY_EXISTS'

export const listContactLists = endpoint('GET /contact-lists', {
  name: 'contactLists.list',
  summary: 'Contact lists of the company by name, with their counts, by page',
  ...contactListRules,
  query: z.object(pagingQuery),
  answer: z.object({ records: z.array(contactList), ...pageFields }),
})

export const listContactListChoices = endpoint('GET /contact-lists/list', {
  name: 'contactLists.choices',
  summary: 'Contact lists for choosers; at most the first thousand by name',
  ...contactListRules,
  query: z.object({ companyId }),
  answer: z.array(contactList),
})

export const getContactList = endpoint('GET /contact-lists/:contactListId', {
  name: 'contactLists.get',
  summary: 'One contact list',
  ...contactListRules,
  params: contactListParams,
  answer: contactList,
  errors: ['ERR_NO_CONTACTLIST_FOUND'],
})

export const createContactList = endpoint('POST /contact-lists', {
  name: 'contactLists.create',
  summary: 'A new, empty contact list',
  ...contactListRules,
  body: listFields,
  answer: contactList,
})

export const updateContactList = endpoint('PUT /contact-lists/:contactListId', {
  name: 'contactLists.update',
  summary: 'Renames a contact list',
  ...contactListRules,
  params: contactListParams,
  body: listFields,
  answer: contactList,
  errors: ['ERR_NO_CONTACTLIST_FOUND'],
})

export const deleteContactList = endpoint('DELETE /contact-lists/:contactListId', {
  name: 'contactLists.delete',
  summary: 'Deletes a contact list with its entries',
  ...contactListRules,
  params: contactListParams,
  answer: resultMessageAnswer,
  errors: ['ERR_NO_CONTACTLIST_FOUND', 'ERR_CONTACTLIST_IN_USE'],
})

// A copy of the domain's values: an import could be undefined here, as bundlers may load the domain later.
const wrongOutcomes = [
  'noNumber',
  'wrongNumber',
  'wrongName',
  'wrongEmail',
] as const satisfies ImportRowOutcome[]
const states = ['valid', 'invalid', 'due'] as const satisfies NumberCheckState[]

const contactListImportResult = z.object({
  created: z.number().int(),
  /** The number of rows skipped because the list or an earlier row already had the phone number. */
  known: z.number().int(),
  wrong: z.number().int(),
  /** The first hundred rows with an error; `row` is the number in the spreadsheet. */
  wrongRows: z.array(z.object({ row: z.number().int(), outcome: z.enum(wrongOutcomes) })).max(100),
})
export type ContactListImportResult = z.output<typeof contactListImportResult>

export const uploadContactList = endpoint('POST /contact-lists/:contactListId/upload', {
  name: 'contactLists.upload',
  summary:
    'Takes a spreadsheet (name, number, e-mail; at most 100,000 rows) into the list: answers the new items, or with report what became of the rows',
  ...contactListRules,
  takesFiles: true,
  params: contactListParams,
  body: z.object({ report: wireBoolean.default(false) }),
  pace: importExportRateLimit,
  answer: z.union([z.array(contactListItem), contactListImportResult]),
  errors: [
    'ERR_NO_CONTACTLIST_FOUND',
    'ERR_VALIDATION',
    'ERR_IMPORT_FILE',
    'ERR_IMPORT_NO_NUMBER',
    ...uploadErrorCodes,
  ],
})

export const fillContactListFromTag = endpoint('POST /contact-lists/:contactListId/from-tag', {
  name: 'contactLists.fillFromTag',
  summary: 'Adds all contacts with a ticket that has the tag',
  ...contactListRules,
  params: contactListParams,
  body: z.object({ tagId: idParam<TagId>() }),
  answer: z.object({ created: z.number().int() }),
  errors: ['ERR_NO_CONTACTLIST_FOUND', 'ERR_NO_TAG_FOUND'],
})

export const recheckContactListNumbers = endpoint('POST /contact-lists/:contactListId/check', {
  name: 'contactLists.check',
  summary: 'Checks every number of the list on WhatsApp again, a few at a time',
  ...contactListRules,
  params: contactListParams,
  answer: contactList,
  errors: ['ERR_NO_CONTACTLIST_FOUND'],
})

export const listContactListItems = endpoint('GET /contact-list-items', {
  name: 'contactListItems.list',
  summary: 'Entries of a contact list by name, page by page',
  ...contactListRules,
  query: z.object({
    ...pagingQuery,
    contactListId: idParam<ContactListId>(),
    state: z.enum(states).optional(),
  }),
  answer: z.object({ contacts: z.array(contactListItem), ...pageFields }),
  errors: ['ERR_NO_CONTACTLIST_FOUND'],
})

export const getContactListItem = endpoint('GET /contact-list-items/:contactListItemId', {
  name: 'contactListItems.get',
  summary: 'One entry of a contact list',
  ...contactListRules,
  params: itemParams,
  answer: contactListItem,
  errors: ['ERR_NO_CONTACTLIST_ITEM_FOUND'],
})

export const createContactListItem = endpoint('POST /contact-list-items', {
  name: 'contactListItems.create',
  summary:
    'Adds an entry to a contact list; its number is checked on WhatsApp, now or once a number is connected. A user id of the official API may replace the number',
  ...contactListRules,
  body: itemFields.extend({ contactListId: idParam<ContactListId>() }),
  answer: contactListItem,
  errors: ['ERR_NO_CONTACTLIST_FOUND', numberTaken],
})

export const updateContactListItem = endpoint('PUT /contact-list-items/:contactListItemId', {
  name: 'contactListItems.update',
  summary: 'Changes an entry of a contact list; a changed number is checked on WhatsApp',
  ...contactListRules,
  params: itemParams,
  body: itemFields.extend({
    /** Ignored, though clients of the earlier API send it: an item cannot move to another list. */
    contactListId: optionalId<ContactListId>(),
  }),
  answer: contactListItem,
  errors: ['ERR_NO_CONTACTLIST_ITEM_FOUND', numberTaken],
})

export const deleteContactListItem = endpoint('DELETE /contact-list-items/:contactListItemId', {
  name: 'contactListItems.delete',
  summary: 'Deletes an entry of a contact list',
  ...contactListRules,
  params: itemParams,
  answer: resultMessageAnswer,
  errors: ['ERR_NO_CONTACTLIST_ITEM_FOUND'],
})
