import type { CompanyChange } from '@balcao/contract/companies'
import type { AuditAct, AuditDetail } from '@balcao/domain/audit'
import { daysBeforeDeletion, dueDayOf } from '@balcao/domain/companies'
import { dayOf } from '@balcao/domain/days'
import type { OpenInvoiceChoice } from '@balcao/domain/invoices'
import type { OpeningHours } from '@balcao/domain/opening-hours'
import type { PersonActor } from '@balcao/domain/people'
import { extendedBy } from '@balcao/domain/recurrence'
import { refuseTaken } from '../../platform/database/refuse-taken'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { doneBy, recordAudit } from '../audit/record-audit'
import { planChanged } from '../plans/plans.events'
import { planToGive } from '../plans/plans.read'
import { setCampaigns } from '../settings/set-campaigns'
import { companyChanged } from './companies.events'
import { companyDaysChanged, companyExtended } from './companies.hooks'
import {
  lockCompanyToChange,
  peopleOfCompany,
  saveCompany,
  saveHours,
  setDeletion,
} from './companies.queries'

const dayMs = 86_400_000

/** Changes what the form names (COMPANY-10). The platform's owner is not of this company, so the act is the server's. */
export async function updateCompany(
  work: CompanyWork,
  owner: PersonActor,
  change: CompanyChange,
): Promise<void> {
  const before = await companyToChange(work)
  const { campaignsEnabled, dueDate, ...fields } = change
  const isSwitchedOff = change.status === false && before.is_active
  if (isSwitchedOff) refuseOwn(work, owner)
  if (change.status === true && before.delete_at !== null) throw refuse('ERR_COMPANY_TO_BE_DELETED')
  const plan = change.planId === undefined ? null : await planToGive(work, change.planId)
  const dueDay = dueDate === undefined ? null : dueDayOf(dueDate, before.time_zone)
  if (dueDay !== null && dueDay !== before.due_date && dueDay < dayOf(work.now, before.time_zone))
    refuseOwn(work, owner)

  await save(work, { ...fields, dueDay })
  if (isOther(change.timeZone, before.time_zone)) await work.runHook(companyDaysChanged, {})
  const hasCampaignsChanged = campaignsEnabled !== undefined && (await setCampaigns(work, campaignsEnabled))

  if (plan !== null && plan.id !== before.plan_id) work.record(planChanged, { plan })
  await tellCompanyChanged(work, isSwitchedOff)
  if (change.status !== undefined && change.status !== before.is_active) wakeNumbers(work)
  await audit(work, owner, 'company.changed', {
    ...(change.name !== undefined && change.name !== before.name && { name: change.name }),
    ...(plan !== null && plan.id !== before.plan_id && { plan: plan.name }),
    ...(dueDay !== null && dueDay !== before.due_date && { dueDate: dueDay }),
    ...(change.status !== undefined && change.status !== before.is_active && { status: change.status }),
    ...(hasCampaignsChanged && { campaignsEnabled }),
    ...localeDetail(change, before),
  })
}

/** Moves the due date on by one recurrence (COMPANY-06). Only from the date that was read: whoever presses twice, or at
 *  the same time as another, adds once. */
export async function extendCompany(
  work: CompanyWork,
  owner: PersonActor,
  from: string,
  openInvoice: OpenInvoiceChoice,
): Promise<void> {
  const { due_date: dueDate, recurrence, time_zone: timeZone } = await companyToChange(work)
  if (dueDayOf(from, timeZone) !== dueDate) throw refuse('ERR_DUE_DATE_CHANGED')
  const dueDay = extendedBy(recurrence, dueDate)

  await save(work, { dueDay })
  await work.runHook(companyExtended, { openInvoice, owner })

  await tellCompanyChanged(work, false)
  await audit(work, owner, 'company.extended', { from: dueDate, until: dueDay })
}

/** Switches it off; thirty days later all of it is deleted, unless that is revoked (COMPANY-10). Asked again, the day stays. */
export async function orderDeletion(work: CompanyWork, owner: PersonActor, typedName: string): Promise<void> {
  const { name, delete_at: deleteAt } = await companyToChange(work)
  refuseOwn(work, owner)
  if (typedName.trim() !== name) throw refuse('ERR_COMPANY_NAME_WRONG')
  if (deleteAt !== null) return
  const at = new Date(work.now.getTime() + daysBeforeDeletion * dayMs)

  await work.db.run(setDeletion, [at, work.now])

  await tellCompanyChanged(work, true)
  wakeNumbers(work)
  await audit(work, owner, 'company.deletionOrdered', { deleteAt: at.toISOString() })
}

export async function revokeDeletion(work: CompanyWork, owner: PersonActor): Promise<void> {
  const { delete_at: deleteAt } = await companyToChange(work)
  if (deleteAt === null) return
  // Its day has come: files may be gone already.
  if (deleteAt <= work.now) throw refuse('ERR_COMPANY_TO_BE_DELETED')

  await work.db.run(setDeletion, [null, work.now])

  wakeNumbers(work)
  await audit(work, owner, 'company.deletionRevoked')
}

/** The weekly hours of the act's company (COMPANY-11). */
export async function saveCompanyHours(
  work: CompanyWork,
  by: PersonActor,
  hours: readonly OpeningHours[],
): Promise<void> {
  if ((await work.db.run(saveHours, [JSON.stringify(hours), work.now])) === 0)
    throw refuse('ERR_NO_COMPANY_FOUND')
  await audit(work, by, 'company.hoursChanged')
  await tellCompanyChanged(work, false)
}

/** Time zone and language of the act's company: hours, days and what the server writes follow at once. */
export async function saveCompanyLocale(work: CompanyWork, by: PersonActor, change: Locale): Promise<void> {
  const before = await companyToChange(work)
  const detail = localeDetail(change, before)
  if (Object.keys(detail).length === 0) return

  await save(work, { ...change, dueDay: null })
  if (isOther(change.timeZone, before.time_zone)) await work.runHook(companyDaysChanged, {})

  await tellCompanyChanged(work, false)
  await audit(work, by, 'company.changed', detail)
}

type Locale = Pick<CompanyChange, 'timeZone' | 'language'>

const isOther = (wanted: string | undefined, kept: string) => wanted !== undefined && wanted !== kept

/** What of it is new. */
function localeDetail(
  { timeZone, language }: Locale,
  before: { readonly time_zone: string; readonly language: string },
): AuditDetail {
  return {
    ...(timeZone !== undefined && timeZone !== before.time_zone && { timeZone }),
    ...(language !== undefined && language !== before.language && { language }),
  }
}

async function companyToChange({ db }: CompanyWork) {
  const company = await db.row(lockCompanyToChange, [])
  if (company === null) throw refuse('ERR_NO_COMPANY_FOUND')
  return company
}

function refuseOwn({ companyId }: CompanyWork, owner: PersonActor): void {
  if (companyId === owner.companyId) throw refuse('ERR_OWN_COMPANY')
}

type Fields = Omit<CompanyChange, 'campaignsEnabled' | 'dueDate'> & { readonly dueDay: string | null }

async function save({ db, now }: CompanyWork, fields: Fields): Promise<void> {
  const sent = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  await db
    .run(saveCompany, [
      fields.name ?? null,
      fields.email ?? null,
      fields.planId ?? null,
      fields.status ?? null,
      fields.dueDay,
      fields.recurrence ?? null,
      sent,
      fields.phone ?? null,
      fields.billingName ?? null,
      fields.addressZipCode ?? null,
      fields.addressStreet ?? null,
      fields.addressState ?? null,
      fields.addressCity ?? null,
      fields.addressDistrict ?? null,
      now,
      fields.timeZone ?? null,
      fields.language ?? null,
    ])
    // Row security lets nobody look whether another company has the name. The act ends here either way.
    .catch(refuseTaken('companies_name', 'ERR_COMPANY_NAME_ALREADY_EXISTS'))
}

/** Everybody hears of it; whoever it lets out loses subscriber and calls at once, not when memories fade. */
async function tellCompanyChanged(work: CompanyWork, isSwitchedOff: boolean): Promise<void> {
  const people = isSwitchedOff ? (await work.db.rows(peopleOfCompany, [])).map(({ id }) => id) : []
  work.record(companyChanged, { resubscribed: people })
  for (const id of people) work.wake('access', String(id))
}

/** Its numbers rest, or go on: whoever holds them looks at once. */
function wakeNumbers(work: CompanyWork): void {
  work.wake('desired-state', String(work.companyId))
}

/** In the company's own trail, under the name of who did it: mostly the platform's owner. */
function audit(work: CompanyWork, by: PersonActor, act: AuditAct, detail: AuditDetail = {}): Promise<void> {
  return recordAudit(work, { act, subject: { id: work.companyId }, detail, ...doneBy(by) })
}
