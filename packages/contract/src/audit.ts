import { auditActs } from '@balcao/domain/audit'
import type { CompanyId, UserId } from '@balcao/domain/ids'
import { z } from 'zod'
import { endpoint, importExportRateLimit } from './endpoint'
import {
  emptyToUndefined,
  idAndName,
  idSchema,
  instant,
  optionalId,
  resultMessageAnswer,
} from './wire-values'

/** An entry of the audit trail. Its names are those at the time of the act, despite later renamings. */
const auditEntry = z.object({
  id: z.number().int(),
  at: instant,
  act: z.enum(auditActs),
  /** Null when the act belonged to no company, or the company was deleted. */
  company: z.object({ id: idSchema<CompanyId>(), name: z.string().nullable() }).nullable(),
  /** Null when the server or a caller without a session acted. */
  user: idAndName<UserId>().nullable(),
  address: z.string().nullable(),
  subject: z.object({ id: z.number().int(), name: z.string().nullable() }).nullable(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
export type AuditEntryView = z.output<typeof auditEntry>

const optionalDay = z.preprocess(emptyToUndefined, z.iso.date().optional())
const act = z.preprocess(emptyToUndefined, z.enum(auditActs).optional())

/** The cursor from the previous page's answer: the instant and the id of that page's last entry. */
const before = z.preprocess(
  emptyToUndefined,
  z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_\d{1,15}$/)
    .transform((written) => written.split('_'))
    .transform(([at = '', id]) => ({ at: new Date(at), id: Number(id) }))
    .refine(({ at }) => !Number.isNaN(at.getTime()))
    .optional(),
)

/** `from` and `to` are the first and last day of the range, in the time zone of the caller's company. */
const filters = { act, from: optionalDay, to: optionalDay }
const ofCompany = { ...filters, userId: optionalId<UserId>() }
const ofPlatform = { ...filters, companyId: optionalId<CompanyId>() }

const answer = z.object({
  entries: z.array(auditEntry),
  next: z.string().nullable(),
})

export const listAuditEntries = endpoint('GET /audit', {
  name: 'audit.list',
  summary: 'The audit trail of the company, newest first',
  access: 'audit.read',
  planFlag: 'none',
  query: z.object({ ...ofCompany, before }),
  answer,
})

export const listPlatformAuditEntries = endpoint('GET /audit/all', {
  name: 'audit.listAll',
  summary: 'The audit trail of the platform, newest first',
  access: 'audit.readAll',
  planFlag: 'none',
  query: z.object({ ...ofPlatform, before }),
  answer,
})

export const recordAuditExport = endpoint('POST /audit/exports', {
  name: 'audit.export',
  summary: 'Records an export of the trail in the trail; `audit.list` returns the pages',
  access: 'audit.read',
  planFlag: 'none',
  closedToSupport: true,
  body: z.object(ofCompany),
  pace: importExportRateLimit,
  answer: resultMessageAnswer,
})

export const recordPlatformAuditExport = endpoint('POST /audit/all/exports', {
  name: 'audit.exportAll',
  summary: 'The same for the trail of the platform',
  access: 'audit.readAll',
  planFlag: 'none',
  body: z.object(ofPlatform),
  pace: importExportRateLimit,
  answer: resultMessageAnswer,
})
