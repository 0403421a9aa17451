import { canonicalTimeZone, companyLanguages, defaultTimeZone } from '@balcao/domain/companies'
import type { CompanyId, InvoiceId, PlanId } from '@balcao/domain/ids'
import { unpaidInvoiceActions } from '@balcao/domain/invoices'
import { billingRecurrences } from '@balcao/domain/recurrence'
import { z } from 'zod'
import { endpoint } from './endpoint'
import { companySetting, plan } from './people'
import { openingHours, weeklyOpeningHoursForm } from './queues'
import {
  emailText,
  idParam,
  idSchema,
  instant,
  nameText,
  omittable,
  pageFields,
  pagingQuery,
  passwordText,
  textField,
  wireBoolean,
} from './wire-values'

export const company = z.object({
  id: idSchema<CompanyId>(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  planId: idSchema<PlanId>(),
  plan,
  /** False when the company's users cannot sign in (AUTH-30). */
  status: z.boolean(),
  /** Read from the company setting `campaignsEnabled`, the only place that stores it (COMPANY-15). */
  campaignsEnabled: z.boolean(),
  /** The instant until which the company has paid. */
  dueDate: instant,
  recurrence: z.enum(billingRecurrences),
  trialExpiration: instant.nullable(),
  timeZone: z.string(),
  language: z.string(),
  schedules: z.array(openingHours),
  settings: z.array(companySetting),
  billingName: z.string().nullable(),
  addressZipCode: z.string().nullable(),
  addressStreet: z.string().nullable(),
  addressState: z.string().nullable(),
  addressCity: z.string().nullable(),
  addressDistrict: z.string().nullable(),
  /** When the server will delete the whole company, unless a user revokes the deletion. */
  deleteAt: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
})
export type CompanyView = z.output<typeof company>

const companyWithUsage = company.extend({
  openInvoice: z.object({ id: idSchema<InvoiceId>(), value: z.number() }).nullable(),
  used: z.object({ users: z.number().int(), connections: z.number().int(), queues: z.number().int() }),
})
export type CompanyWithUsage = z.output<typeof companyWithUsage>

/** A text field; an empty text counts as omitted. */
export const optionalText = (max: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
    z.union([z.null(), textField(max).trim()]).optional(),
  )

/** A day such as `2026-11-20`, or an instant on that day such as `2026-11-20T23:59:59.999Z`. */
const dueDateText = z
  .union([z.iso.date(), z.iso.datetime()], { error: 'Invalid date' })
  .refine((date) => date > '2000' && date < '3000', 'Invalid date')

/** A required plan id. A form's select field sends it as text, or empty when no plan is chosen. */
export const planIdField = z.preprocess(
  (value) => (value === '' || value === null ? undefined : value),
  z.coerce
    .number({ error: 'Required' })
    .int()
    .min(1, 'Required')
    .max(2_147_483_647, 'Required')
    .transform((id) => id as PlanId), // the cast only brands the checked id
)

/** The name of a time zone, normalized to the server's spelling: `America/Sao_Paulo`. */
const timeZoneText = textField(60).transform((written, context) => {
  const timeZone = canonicalTimeZone(written.trim())
  if (timeZone === null) context.addIssue({ code: 'custom', message: 'Invalid time zone' })
  return timeZone ?? ''
})
const languageChoice = z.enum(companyLanguages)

const companyFields = z.object({
  name: nameText,
  email: emailText,
  phone: optionalText(30),
  planId: planIdField,
  status: wireBoolean.default(true),
  campaignsEnabled: wireBoolean.default(true),
  dueDate: dueDateText,
  recurrence: z.enum(billingRecurrences).default('MENSAL'),
  billingName: optionalText(100),
  addressZipCode: optionalText(20),
  addressStreet: optionalText(200),
  addressState: optionalText(50),
  addressCity: optionalText(100),
  addressDistrict: optionalText(100),
  timeZone: timeZoneText.default(defaultTimeZone),
  language: languageChoice.default('pt-BR'),
})

/** The first user gets the company's e-mail as login, and cannot sign in while `password` is empty. */
export const companyForm = companyFields.extend({
  /** The first user's name. Clients of the earlier API omit it; the company's name then replaces it. */
  adminName: omittable(nameText),
  password: omittable(passwordText),
})
export type CompanyForm = z.output<typeof companyForm>

/** An omitted field retains its value. */
const companyUpdateForm = companyFields.partial().extend({
  status: wireBoolean.optional(),
  campaignsEnabled: wireBoolean.optional(),
  recurrence: z.enum(billingRecurrences).optional(),
  timeZone: timeZoneText.optional(),
  language: languageChoice.optional(),
})
export type CompanyUpdateForm = z.output<typeof companyUpdateForm>

/** The sort orders of the list of companies; a minus sign reverses the order. */
export const companySortOrders = ['name', '-name', 'dueDate', '-dueDate'] as const
export type CompanySortOrder = (typeof companySortOrders)[number]

const manage = { access: 'companies.manage', planFlag: 'none' } as const
const companyParams = z.object({ companyId: idParam<CompanyId>() })

export const listCompanies = endpoint('GET /companies', {
  name: 'companies.list',
  summary: 'Companies of the platform with what they use, by page',
  ...manage,
  query: z.object({ ...pagingQuery, sort: z.enum(companySortOrders).default('name') }),
  answer: z.object({ companies: z.array(companyWithUsage), ...pageFields }),
})

export const listAllCompanies = endpoint('GET /companies/list', {
  name: 'companies.all',
  summary: 'Every company of the platform, with plan and settings',
  ...manage,
  answer: z.array(companyWithUsage),
})

export const getCompany = endpoint('GET /companies/:companyId', {
  name: 'companies.get',
  summary: 'The own company; any company for the super user',
  access: 'session',
  planFlag: 'none',
  params: companyParams,
  answer: company,
  errors: ['ERR_NO_COMPANY_FOUND'],
})

export const getCompanyPlan = endpoint('GET /companies/listPlan/:companyId', {
  name: 'companies.plan',
  summary: 'The plan of the own company with its flags; of any company for the super user',
  access: 'session',
  planFlag: 'none',
  params: companyParams,
  answer: company.pick({
    id: true,
    name: true,
    email: true,
    phone: true,
    status: true,
    dueDate: true,
    createdAt: true,
    updatedAt: true,
    plan: true,
  }),
  errors: ['ERR_NO_COMPANY_FOUND'],
})

export const createCompany = endpoint('POST /companies', {
  name: 'companies.create',
  summary: 'Adds a company with its settings and its first user, an admin',
  ...manage,
  body: companyForm,
  answer: companyWithUsage,
  errors: ['ERR_COMPANY_NAME_ALREADY_EXISTS', 'ERR_EMAIL_ALREADY_EXISTS', 'ERR_NO_PLAN_FOUND'],
})

export const updateCompany = endpoint('PUT /companies/:companyId', {
  name: 'companies.update',
  summary: 'Changes a company',
  ...manage,
  params: companyParams,
  body: companyUpdateForm,
  answer: companyWithUsage,
  errors: [
    'ERR_NO_COMPANY_FOUND',
    'ERR_COMPANY_NAME_ALREADY_EXISTS',
    'ERR_NO_PLAN_FOUND',
    'ERR_OWN_COMPANY',
    'ERR_COMPANY_TO_BE_DELETED',
    'ERR_MOVE_IN_NOT_READY',
  ],
})

export const extendCompanyDueDate = endpoint('POST /companies/:companyId/extend', {
  name: 'companies.extend',
  summary: 'Moves the due date on by one recurrence, unless it was moved since it was read',
  ...manage,
  params: companyParams,
  /**
   * `openInvoice`: what happens to an open invoice. Clients of the earlier API omit it, which keeps it open.
   */
  body: z.object({ dueDate: dueDateText, openInvoice: z.enum(unpaidInvoiceActions).default('keep') }),
  answer: companyWithUsage,
  errors: ['ERR_NO_COMPANY_FOUND', 'ERR_DUE_DATE_CHANGED'],
})

export const deleteCompany = endpoint('DELETE /companies/:companyId', {
  name: 'companies.delete',
  summary: 'Disables a company, and deletes all of it after thirty days',
  ...manage,
  params: companyParams,
  /** The company's name, typed as a confirmation of the deletion. */
  query: z.object({ name: z.preprocess((value) => value ?? '', textField(200)) }),
  answer: companyWithUsage.extend({ message: z.string() }),
  errors: ['ERR_NO_COMPANY_FOUND', 'ERR_COMPANY_NAME_WRONG', 'ERR_OWN_COMPANY'],
})

export const revokeCompanyDeletion = endpoint('POST /companies/:companyId/revoke', {
  name: 'companies.revokeDeletion',
  summary: 'Cancels the deletion of a company, and lets its users sign in again',
  ...manage,
  params: companyParams,
  answer: companyWithUsage,
  errors: ['ERR_NO_COMPANY_FOUND', 'ERR_COMPANY_TO_BE_DELETED'],
})

export const saveCompanyHours = endpoint('PUT /companies/:companyId/schedules', {
  name: 'companies.saveHours',
  summary: 'Saves the weekly hours of the own company; of any company for the super user',
  access: 'settings.manage',
  planFlag: 'none',
  params: companyParams,
  body: z.object({ schedules: weeklyOpeningHoursForm }),
  answer: company,
  errors: ['ERR_NO_COMPANY_FOUND'],
})

export const saveCompanyLocale = endpoint('PUT /companies/:companyId/locale', {
  name: 'companies.saveLocale',
  summary:
    'Saves time zone and language of the own company; of any company for the super user. What is left out stays',
  access: 'settings.manage',
  planFlag: 'none',
  params: companyParams,
  body: z.object({ timeZone: timeZoneText.optional(), language: languageChoice.optional() }),
  answer: company,
  errors: ['ERR_NO_COMPANY_FOUND'],
})
