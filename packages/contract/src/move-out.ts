import { z } from 'zod'
import { endpoint, importExportRateLimit } from './endpoint'
import { instant, textField } from './wire-values'

const moveOut = z.object({
  state: z.enum(['running', 'done', 'failed']),
  /** The storage that was too full for the export: the disk's, or the company's. Null in all other cases. */
  failure: z.enum(['ERR_STORAGE_FULL', 'ERR_COMPANY_STORAGE_FULL']).nullable(),
  /** `total`: the rows and files to export, 0 until counted. `done`: how many of them are written. */
  total: z.number().int(),
  done: z.number().int(),
  /** The zip files in order, of 2 GB at most. The links work for a day, for users who may order an export. */
  files: z.array(z.object({ link: z.string(), sizeBytes: z.number().int() })),
  userName: z.string().nullable(),
  createdAt: instant,
  expiresAt: instant.nullable(),
})
export type MoveOutView = z.output<typeof moveOut>

const moveOutRules = { access: 'company.moveOut', planFlag: 'none', closedToSupport: true } as const

export const orderMoveOut = endpoint('POST /move-out', {
  name: 'moveOut.order',
  summary: 'Starts an export of all data of the company as zips, files included; at most one a day',
  ...moveOutRules,
  body: z.object({ password: textField(200).min(1, 'Required') }),
  pace: importExportRateLimit,
  answer: moveOut,
  errors: ['ERR_PASSWORD_WRONG', 'ERR_TOO_MANY_ATTEMPTS', 'ERR_MOVE_OUT_TODAY'],
})

export const getMoveOut = endpoint('GET /move-out', {
  name: 'moveOut.get',
  summary: 'The zips with all data of the company, or how far they are; null where there are none',
  ...moveOutRules,
  answer: z.object({ export: moveOut.nullable() }),
})
