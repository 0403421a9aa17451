import type { CompanyWithUsage } from '@balcao/contract/companies'
import type { PlanView } from '@balcao/contract/plans'
import type { CompanyId } from '@balcao/domain/ids'
import { defaultOpeningHours } from '@balcao/domain/opening-hours'
import { aSessionUser } from './makers'

export const companyPlan = aSessionUser().company.plan as PlanView
export const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** A company in the view of the platform's owner. */
export const aCompany = (change: Partial<CompanyWithUsage> = {}): CompanyWithUsage => ({
  id: 7 as CompanyId, // branding
  name: 'Padaria Estrela',
  email: 'contato@estrela.com.br',
  phone: null,
  planId: companyPlan.id,
  plan: companyPlan,
  status: true,
  campaignsEnabled: true,
  dueDate: daysAhead(30),
  recurrence: 'MENSAL',
  trialExpiration: null,
  timeZone: 'UTC',
  language: 'pt-BR',
  schedules: [...defaultOpeningHours],
  settings: [],
  billingName: null,
  addressZipCode: null,
  addressStreet: null,
  addressState: null,
  addressCity: null,
  addressDistrict: null,
  deleteAt: null,
  createdAt: '2026-01-05T12:00:00.000Z',
  updatedAt: '2026-01-05T12:00:00.000Z',
  openInvoice: null,
  used: { users: 10, connections: 1, queues: 2 },
  ...change,
})
