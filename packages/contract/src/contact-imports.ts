import {
  columnTargets,
  contactImportLimits,
  contactImportStates,
  importRowOutcomes,
} from '@balcao/domain/contact-imports'
import type { ContactImportId } from '@balcao/domain/ids'
import { z } from 'zod'
import { endpoint, importExportRateLimit, uploadErrorCodes } from './endpoint'
import { idParam, idSchema, instant, resultMessageAnswer, wholeNumber, wireBoolean } from './wire-values'

const contactImport = z.object({
  id: idSchema<ContactImportId>(),
  source: z.enum(['file', 'phone-book']),
  fileName: z.string(),
  state: z.enum(contactImportStates),
  hasHeader: z.boolean(),
  /** The title of each column, and its values in the first rows. */
  columns: z.array(z.object({ title: z.string(), samples: z.array(z.string()) })),
  /** The contact field that each column fills; guessed from the titles until the user starts the import. */
  targets: z.array(z.enum(columnTargets)),
  rows: z.number().int(),
  done: z.number().int(),
  created: z.number().int(),
  /** The number of rows skipped because a contact or an earlier row already had the phone number. */
  known: z.number().int(),
  wrong: z.number().int(),
  userName: z.string().nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
})
export type ContactImportView = z.output<typeof contactImport>

const contactImportParams = z.object({ importId: idParam<ContactImportId>() })
const contactImportRules = { access: 'contacts.importAndExport', planFlag: 'none' } as const

export const importContacts = endpoint('POST /contacts/import', {
  name: 'contactImports.create',
  summary:
    "Imports a spreadsheet (first row: name, number, email), or, without a file, the phone's address book; with preview the file is only read",
  ...contactImportRules,
  takesFiles: true,
  body: z.object({ preview: wireBoolean.default(false) }),
  pace: importExportRateLimit,
  answer: contactImport.extend(resultMessageAnswer.shape),
  errors: ['ERR_IMPORT_FILE', 'ERR_IMPORT_NO_NUMBER', ...uploadErrorCodes],
})

export const listContactImports = endpoint('GET /contacts/imports', {
  name: 'contactImports.list',
  summary: 'The latest imports, newest first',
  ...contactImportRules,
  answer: z.array(contactImport),
})

export const startContactImport = endpoint('POST /contacts/imports/:importId/start', {
  name: 'contactImports.start',
  summary: 'Starts an import that is only parsed so far',
  ...contactImportRules,
  params: contactImportParams,
  body: z.object({
    hasHeader: wireBoolean,
    targets: z.array(z.enum(columnTargets)).max(contactImportLimits.columns),
  }),
  answer: contactImport,
  errors: ['ERR_NO_IMPORT_FOUND', 'ERR_IMPORT_STATE', 'ERR_IMPORT_NO_NUMBER'],
})

export const cancelContactImport = endpoint('DELETE /contacts/imports/:importId', {
  name: 'contactImports.cancel',
  summary: 'Cancels an import that has not begun, or stops a running one; created contacts stay',
  ...contactImportRules,
  params: contactImportParams,
  answer: contactImport,
  errors: ['ERR_NO_IMPORT_FOUND', 'ERR_IMPORT_STATE'],
})

export const getContactImportReport = endpoint('GET /contacts/imports/:importId/report', {
  name: 'contactImports.report',
  summary: 'The outcome of each row, five thousand at a time',
  ...contactImportRules,
  params: contactImportParams,
  query: z.object({ after: wholeNumber(contactImportLimits.rows + 1).default(0) }),
  answer: z.object({
    rows: z.array(
      z.object({
        row: z.number().int(),
        cells: z.array(z.string()),
        outcome: z.enum(importRowOutcomes).nullable(),
      }),
    ),
    next: z.number().int().nullable(),
  }),
  errors: ['ERR_NO_IMPORT_FOUND'],
})
