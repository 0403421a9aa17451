import { z } from 'zod'
import { endpoint, listPace } from './endpoint'
import { instant, text } from './wire-values'

/** An export of all data of the company, in progress or complete. */
const moveOut = z.object({
  state: z.enum(['running', 'done', 'failed']),
  /** Why it failed, where there was no room for it. */
  failure: z.enum(['ERR_STORAGE_FULL', 'ERR_COMPANY_STORAGE_FULL']).nullable(),
  /** Rows and files in it, 0 until they are counted, and how many of them are written. */
  total: z.number().int(),
  done: z.number().int(),
  /** The zips, in order; more than one above 2 GB. The links are valid for a day, for users who may order it. */
  files: z.array(z.object({ link: z.string(), sizeBytes: z.number().int() })),
  userName: z.string().nullable(),
  createdAt: instant,
  /** When the zips are deleted; null until they are complete. */
  expiresAt: instant.nullable(),
})
export type MoveOutView = z.output<typeof moveOut>

const moveOutRules = { access: 'company.moveOut', planFlag: 'none', closedToSupport: true } as const

export const orderMoveOut = endpoint({
  name: 'moveOut.order',
  summary: 'Starts an export of all data of the company as zips, files included; at most one a day',
  method: 'POST',
  path: '/move-out',
  ...moveOutRules,
  /** The password of the caller. */
  body: z.object({ password: text(200).min(1, 'Required') }),
  pace: listPace,
  answer: moveOut,
  errors: ['ERR_PASSWORD_WRONG', 'ERR_TOO_MANY_ATTEMPTS', 'ERR_MOVE_OUT_TODAY'],
})

export const getMoveOut = endpoint({
  name: 'moveOut.get',
  summary: 'The zips with all data of the company, or how far they are; null where there are none',
  method: 'GET',
  path: '/move-out',
  ...moveOutRules,
  answer: z.object({ export: moveOut.nullable() }),
})
