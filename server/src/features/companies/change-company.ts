import type { CompanyUpdateForm } from '@balcao/contract/companies'
import type { AuditAct, AuditDetail } from '@balcao/domain/audit'
import { companyDeletionDelayDays, dueDayOf } from '@balcao/domain/companies'
import { dayOf } from '@balcao/domain/days'
import type { UnpaidInvoiceAction } from '@balcao/domain/invoices'
import type { OpeningHours } from '@balcao/domain/opening-hours'
import type { PersonActor } from '@balcao/domain/people'
import { dueDateAfterRecurrence } from '@balcao/domain/recurrence'
import { refuseUniqueViolation } from '../../platform/database/refuse-taken'
import { refuse } from '../../platform/refusal'
import { rowOrRefuse } from '../../platform/row-or-refuse'
import type { CompanyWork } from '../../platform/work'
import { auditAuthorOf, recordAudit } from '../audit/record-audit'
import { companyPlanChanged } from '../plans/plans.events'
import { planToAssignToCompany } from '../plans/plans.read'
import { setCampaignsEnabled } from '../settings/change-setting'
import { companyChanged } from './companies.events'
import { companyDueDateExtended, companyTimeZoneChanged } from './companies.hooks'
import {
  lockCompanyToChange,
  saveCompany,
  saveCompanyOpeningHours,
  setCompanyDeletion,
  userIdsOfCompany,
} from './companies.queries'

const dayMs = 86_400_000

/** Changes a company as the system, because the acting platform owner belongs to another company (COMPANY-10). */
export async function updateCompany(
  work: CompanyWork,
  owner: PersonActor,
  change: CompanyUpdateForm,
): Promise<void> {
  const before = await companyToChange(work)
  const { campaignsEnabled, dueDate, ...fields } = change
  const isSwitchedOff = change.status === false && before.is_active
  if (isSwitchedOff) refuseInstallationCompany(work, owner)
  if (change.status === true && before.delete_at !== null) throw refuse('ERR_COMPANY_TO_BE_DELETED')
  const plan = change.planId === undefined ? null : await planToAssignToCompany(work, change.planId)
  const dueDay = dueDate === undefined ? null : dueDayOf(dueDate, before.time_zone)
  if (dueDay !== null && dueDay !== before.due_date && dueDay < dayOf(work.now, before.time_zone))
    refuseInstallationCompany(work, owner)

  await save(work, { ...fields, dueDay })
  if (isDifferent(change.timeZone, before.time_zone)) await work.runHook(companyTimeZoneChanged, {})
  const hasCampaignsChanged =
    campaignsEnabled !== undefined && (await setCampaignsEnabled(work, campaignsEnabled))

  if (plan !== null && plan.id !== before.plan_id) work.record(companyPlanChanged, { plan })
  await recordCompanyChanged(work, isSwitchedOff)
  if (change.status !== undefined && change.status !== before.is_active) wakeNumbers(work)
  await auditCompanyChange(work, owner, 'company.changed', {
    ...(change.name !== undefined && change.name !== before.name && { name: change.name }),
    ...(plan !== null && plan.id !== before.plan_id && { plan: plan.name }),
    ...(dueDay !== null && dueDay !== before.due_date && { dueDate: dueDay }),
    ...(change.status !== undefined && change.status !== before.is_active && { status: change.status }),
    ...(hasCampaignsChanged && { campaignsEnabled }),
    ...localeDetail(change, before),
  })
}

/** Extends the due date only if it is still the one that the client saw: a repeated call extends once (COMPANY-06). */
export async function extendCompanyDueDate(
  work: CompanyWork,
  owner: PersonActor,
  from: string,
  openInvoice: UnpaidInvoiceAction,
): Promise<void> {
  const { due_date: dueDate, recurrence, time_zone: timeZone } = await companyToChange(work)
  if (dueDayOf(from, timeZone) !== dueDate) throw refuse('ERR_DUE_DATE_CHANGED')
  const dueDay = dueDateAfterRecurrence(recurrence, dueDate)

  await save(work, { dueDay })
  await work.runHook(companyDueDateExtended, { openInvoice, owner })

  await recordCompanyChanged(work, false)
  await auditCompanyChange(work, owner, 'company.extended', { from: dueDate, until: dueDay })
}

/** Schedules the deletion in thirty days; until then it can be revoked (COMPANY-10). A repeated call keeps the date. */
export async function scheduleCompanyDeletion(
  work: CompanyWork,
  owner: PersonActor,
  typedName: string,
): Promise<void> {
  const { name, delete_at: deleteAt } = await companyToChange(work)
  refuseInstallationCompany(work, owner)
  if (typedName.trim() !== name) throw refuse('ERR_COMPANY_NAME_WRONG')
  if (deleteAt !== null) return
  const at = new Date(work.now.getTime() + companyDeletionDelayDays * dayMs)

  await work.db.run(setCompanyDeletion, { deleteAt: at, isActive: false, at: work.now })

  await recordCompanyChanged(work, true)
  wakeNumbers(work)
  await auditCompanyChange(work, owner, 'company.deletionOrdered', { deleteAt: at.toISOString() })
}

/** Revokes the deletion and activates the company, unless its import from another product is not finished. */
export async function revokeCompanyDeletion(
  work: CompanyWork,
  owner: PersonActor,
  isMovingIn: boolean,
): Promise<void> {
  const { delete_at: deleteAt } = await companyToChange(work)
  if (deleteAt === null) return
  // The deletion may have begun and removed files, so it can no longer be revoked.
  if (deleteAt <= work.now) throw refuse('ERR_COMPANY_TO_BE_DELETED')

  await work.db.run(setCompanyDeletion, { deleteAt: null, isActive: !isMovingIn, at: work.now })

  wakeNumbers(work)
  await auditCompanyChange(work, owner, 'company.deletionRevoked')
}

export async function saveOpeningHoursOfCompany(
  work: CompanyWork,
  by: PersonActor,
  hours: readonly OpeningHours[],
): Promise<void> {
  if ((await work.db.run(saveCompanyOpeningHours, { schedules: JSON.stringify(hours), at: work.now })) === 0)
    throw refuse('ERR_NO_COMPANY_FOUND')
  await auditCompanyChange(work, by, 'company.hoursChanged')
  await recordCompanyChanged(work, false)
}

/** Saves time zone and language. Opening hours, day boundaries and generated texts use the new values at once. */
export async function saveCompanyLocale(work: CompanyWork, by: PersonActor, change: Locale): Promise<void> {
  const before = await companyToChange(work)
  const detail = localeDetail(change, before)
  if (Object.keys(detail).length === 0) return

  await save(work, { ...change, dueDay: null })
  if (isDifferent(change.timeZone, before.time_zone)) await work.runHook(companyTimeZoneChanged, {})

  await recordCompanyChanged(work, false)
  await auditCompanyChange(work, by, 'company.changed', detail)
}

type Locale = Pick<CompanyUpdateForm, 'timeZone' | 'language'>

const isDifferent = (wanted: string | undefined, kept: string) => wanted !== undefined && wanted !== kept

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
  return rowOrRefuse(await db.row(lockCompanyToChange), 'ERR_NO_COMPANY_FOUND')
}

function refuseInstallationCompany({ companyId }: CompanyWork, owner: PersonActor): void {
  if (companyId === owner.companyId) throw refuse('ERR_OWN_COMPANY')
}

type Fields = Omit<CompanyUpdateForm, 'campaignsEnabled' | 'dueDate'> & { readonly dueDay: string | null }

async function save({ db, now }: CompanyWork, fields: Fields): Promise<void> {
  const sent = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  await db
    .run(saveCompany, {
      name: fields.name ?? null,
      email: fields.email ?? null,
      planId: fields.planId ?? null,
      isActive: fields.status ?? null,
      dueDate: fields.dueDay,
      recurrence: fields.recurrence ?? null,
      sets: sent,
      phone: fields.phone ?? null,
      billingName: fields.billingName ?? null,
      addressZipCode: fields.addressZipCode ?? null,
      addressStreet: fields.addressStreet ?? null,
      addressState: fields.addressState ?? null,
      addressCity: fields.addressCity ?? null,
      addressDistrict: fields.addressDistrict ?? null,
      at: now,
      timeZone: fields.timeZone ?? null,
      language: fields.language ?? null,
    })
    // The unique index decides, because row security hides the names of other companies.
    .catch(refuseUniqueViolation('companies_name', 'ERR_COMPANY_NAME_ALREADY_EXISTS'))
}

/** Deactivation also ends the users' sockets and their access at once, without waiting for the cache of sessions. */
async function recordCompanyChanged(work: CompanyWork, isSwitchedOff: boolean): Promise<void> {
  const people = isSwitchedOff ? (await work.db.rows(userIdsOfCompany)).map(({ id }) => id) : []
  work.record(companyChanged, { resubscribed: people })
  for (const id of people) work.wake('access', String(id))
}

/** Wakes the processes that hold the company's connections, so that the connections stop or start at once. */
function wakeNumbers(work: CompanyWork): void {
  work.wake('desired-state', String(work.companyId))
}

/** Writes the entry into the company's own audit trail, under the name of the actor, mostly the platform's owner. */
function auditCompanyChange(
  work: CompanyWork,
  by: PersonActor,
  act: AuditAct,
  detail: AuditDetail = {},
): Promise<void> {
  return recordAudit(work, { act, subject: { id: work.companyId }, detail, ...auditAuthorOf(by) })
}
