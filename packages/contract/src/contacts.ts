import type { ContactId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { isBusinessScopedUserId } from '@balcao/domain/user-ids'
import { z } from 'zod'
import { endpoint, importExportRateLimit, searchRateLimit } from './endpoint'
import {
  idParam,
  idSchema,
  instant,
  nameText,
  pageFields,
  pagingQuery,
  resultMessageAnswer,
  textField,
} from './wire-values'

export const contact = z.object({
  id: idSchema<ContactId>(),
  uuid: z.uuid(),
  name: z.string(),
  /** The phone number in digits; empty while only the contact's hidden WhatsApp id (LID) is known. */
  number: z.string(),
  email: z.string(),
  profilePicUrl: z.string().nullable(),
  isGroup: z.boolean(),
  extraInfo: z.array(z.object({ name: z.string(), value: z.string() })),
  /** The connection of the contact's latest ticket. Pages may lag: a new ticket sends no contact event. */
  whatsapp: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  /** True for a deleted contact, which is still shown in its closed tickets (CONTACT-16). */
  isRemoved: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
})
export type ContactView = z.output<typeof contact>

const contactFields = z.object({
  name: nameText,
  number: z
    .string({ error: 'Required' })
    .min(1, 'Required')
    .transform((value) => value.replace(/\D/g, ''))
    .pipe(z.string().min(limits.contactNumber.min, 'Too Short!').max(limits.contactNumber.max, 'Too Long!')),
  email: z.union([
    z.literal(''),
    z.string().trim().toLowerCase().max(254, 'Too Long!').pipe(z.email('Invalid email')),
  ]),
  extraInfo: z.array(z.object({ name: textField(100), value: textField(1000) })).max(50),
})

/** A phone number in digits, or the official API's user id of a person without a phone number. */
export const phoneOrUserId = z
  .string({ error: 'Required' })
  .min(1, 'Required')
  .transform((value) => (isBusinessScopedUserId(value.trim()) ? value.trim() : value.replace(/\D/g, '')))
  .refine((value) => isBusinessScopedUserId(value) || value.length >= limits.contactNumber.min, 'Too Short!')
  .refine((value) => isBusinessScopedUserId(value) || value.length <= limits.contactNumber.max, 'Too Long!')

export const contactForm = contactFields.extend({
  email: contactFields.shape.email.default(''),
  extraInfo: contactFields.shape.extraInfo.default([]),
})

const contactParams = z.object({ contactId: idParam<ContactId>() })
const numberErrors = ['ERR_DUPLICATED_CONTACT', 'ERR_WAPP_INVALID_CONTACT', 'ERR_WAPP_CHECK_CONTACT'] as const

export const listContacts = endpoint('GET /contacts', {
  name: 'contacts.list',
  summary: 'Contacts of the company by name, by page',
  access: 'session',
  planFlag: 'none',
  pace: searchRateLimit,
  query: z.object(pagingQuery),
  /** Without a search, `count` is exact. In a search it is a lower bound until the last page. */
  answer: z.object({ contacts: z.array(contact), ...pageFields }),
})

export const listDeletedContacts = endpoint('GET /contacts/removed', {
  name: 'contacts.listRemoved',
  summary: 'Deleted contacts by name, by page, for the export and erasure of their data',
  access: 'contacts.personalData',
  planFlag: 'none',
  closedToSupport: true,
  pace: searchRateLimit,
  query: z.object(pagingQuery),
  answer: z.object({ contacts: z.array(contact), ...pageFields }),
})

export const listContactChoices = endpoint('GET /contacts/list', {
  name: 'contacts.choices',
  summary:
    'Contacts for choosers, at most a thousand: names with a word, and numbers, that begin with `name` come first, then those that hold it; of alike ones the latest ticket first',
  access: 'session',
  planFlag: 'none',
  query: z.object({ name: textField(200).default('') }),
  answer: z.array(contact.pick({ id: true, name: true, number: true })),
})

export const getContact = endpoint('GET /contacts/:contactId', {
  name: 'contacts.get',
  summary: 'One contact, deleted or not',
  access: 'session',
  planFlag: 'none',
  params: contactParams,
  answer: contact,
  errors: ['ERR_NO_CONTACT_FOUND'],
})

export const createContact = endpoint('POST /contacts', {
  name: 'contacts.create',
  summary: 'Creates a contact after checking the number on WhatsApp',
  access: 'session',
  planFlag: 'none',
  body: contactForm,
  answer: contact,
  errors: [...numberErrors, 'ERR_NO_DEF_WAPP_FOUND'],
})

export const updateContact = endpoint('PUT /contacts/:contactId', {
  name: 'contacts.update',
  summary: 'Changes a contact; a changed number is checked on WhatsApp',
  access: 'session',
  planFlag: 'none',
  params: contactParams,
  body: contactFields.partial(),
  answer: contact,
  errors: ['ERR_NO_CONTACT_FOUND', ...numberErrors],
})

export const exportContacts = endpoint('POST /contacts/export', {
  name: 'contacts.export',
  summary: 'The people of the company by name, all at once, for a spreadsheet (CONTACT-19)',
  access: 'contacts.importAndExport',
  planFlag: 'none',
  closedToSupport: true,
  pace: importExportRateLimit,
  answer: z.object({ contacts: z.array(contact.pick({ name: true, number: true, email: true })) }),
})

const pair = contactParams.extend({ otherContactId: idParam<ContactId>() })
const mergeErrors = ['ERR_NO_CONTACT_FOUND', 'ERR_CONTACTS_CANNOT_MERGE'] as const

export const previewContactMerge = endpoint('GET /contacts/:contactId/merge/:otherContactId', {
  name: 'contacts.mergePreview',
  summary: 'Preview of the merge of two contacts',
  access: 'contacts.merge',
  planFlag: 'none',
  params: pair,
  answer: z.object({
    kept: contact,
    gone: contact,
    merged: contact.pick({ name: true, number: true, email: true, extraInfo: true }),
    /**
     * How many tickets each of the two contacts has. `bothLive`: both have an unresolved ticket, and the
     * merge makes these two one.
     */
    tickets: z.object({ kept: z.number().int(), gone: z.number().int() }),
    bothLive: z.boolean(),
  }),
  errors: mergeErrors,
})

export const mergeContacts = endpoint('POST /contacts/:contactId/merge/:otherContactId', {
  name: 'contacts.merge',
  summary: 'Merges two contacts with all their data',
  access: 'contacts.merge',
  planFlag: 'none',
  closedToSupport: true,
  params: pair,
  answer: contact,
  errors: mergeErrors,
})

export const eraseContact = endpoint('POST /contacts/:contactId/erase', {
  name: 'contacts.erase',
  summary:
    'Erases the personal data of one contact for good; the number of tickets and messages stays (LGPD, article 18)',
  access: 'contacts.personalData',
  planFlag: 'none',
  closedToSupport: true,
  params: contactParams,
  /** The contact's name, typed as a confirmation of the erasure. */
  body: z.object({ confirmation: textField(200) }),
  answer: resultMessageAnswer,
  errors: ['ERR_NO_CONTACT_FOUND', 'ERR_CONTACT_HAS_LIVE_TICKET', 'ERR_VALIDATION'],
})

export const deleteContact = endpoint('DELETE /contacts/:contactId', {
  name: 'contacts.delete',
  summary: 'Deletes a contact; refused while a ticket is live (CONTACT-16)',
  access: 'contacts-page:deleteContact',
  planFlag: 'none',
  closedToSupport: true,
  params: contactParams,
  answer: resultMessageAnswer,
  errors: ['ERR_NO_CONTACT_FOUND', 'ERR_CONTACT_HAS_LIVE_TICKET'],
})
