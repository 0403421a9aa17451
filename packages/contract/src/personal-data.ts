import type { ContactId } from '@balcao/domain/ids'
import { z } from 'zod'
import { endpoint, importExportRateLimit } from './endpoint'
import { idParam, idSchema, instant } from './wire-values'

const personalDataExport = z.object({
  contactId: idSchema<ContactId>(),
  state: z.enum(['running', 'done', 'failed']),
  /** `total`: the messages and files to export. `done`: how many of them are written. */
  total: z.number().int(),
  done: z.number().int(),
  /** The zip files in order. The links work for a day, for users who may read the export. */
  files: z.array(z.object({ link: z.string(), sizeBytes: z.number().int() })),
  userName: z.string().nullable(),
  createdAt: instant,
  expiresAt: instant.nullable(),
})
export type PersonalDataExportView = z.output<typeof personalDataExport>

const personalDataRules = {
  access: 'contacts.personalData',
  planFlag: 'none',
  closedToSupport: true,
  params: z.object({ contactId: idParam<ContactId>() }),
} as const

export const orderPersonalDataExport = endpoint('POST /contacts/:contactId/personal-data', {
  name: 'personalData.order',
  summary:
    'Starts an export of all personal data of one contact as zips, files included (LGPD, article 18); returns a running one',
  ...personalDataRules,
  pace: importExportRateLimit,
  answer: personalDataExport,
  errors: ['ERR_NO_CONTACT_FOUND'],
})

export const getPersonalDataExport = endpoint('GET /contacts/:contactId/personal-data', {
  name: 'personalData.get',
  summary: 'The zips of one person, or how far they are; null where there are none',
  ...personalDataRules,
  answer: z.object({ export: personalDataExport.nullable() }),
  errors: ['ERR_NO_CONTACT_FOUND'],
})
