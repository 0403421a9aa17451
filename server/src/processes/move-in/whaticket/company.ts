import {
  addCalendarDays,
  canonicalTimeZone,
  companyLanguages,
  defaultTimeZone,
} from '@balcao/domain/companies'
import { dayOf } from '@balcao/domain/days'
import type { CompanyId, PlanId } from '@balcao/domain/ids'
import { planFlags } from '@balcao/domain/plans'
import { billingRecurrences } from '@balcao/domain/recurrence'
import { saveCompanyOpeningHours } from '../../../features/companies/companies.queries'
import { createCompany } from '../../../features/companies/create-company'
import { insertMovedHolidays } from '../../../features/holidays/move-in.queries'
import { insertMovedCompany, movedCompany } from '../../../features/move-ins/move-ins.queries'
import { planIdByName } from '../../../features/plans/move-in.queries'
import { insertPlan } from '../../../features/plans/plans.queries'
import { createDefaultSettings } from '../../../features/settings/change-setting'
import { toJsonRows } from '../../../platform/database/insert-rows'
import type { PlatformWork, Workplace } from '../../../platform/work'
import { unknownPlanProblem } from '../move-in-problem'
import { MoveInBatch } from '../piece'
import type { SourceDatabase } from '../source-database'
import type { MoveInAnswers, SourceRow } from '../step'
import { isSwitchedOn, textOf, timeOf, timeOrNull, wholeNumberOf } from '../values'
import { convertOpeningHours } from './opening-hours'

const graceDays = 30

/** Reads all columns of the company and its plan, because forks have different ones. */
export async function readCompany(source: SourceDatabase, sourceId: string): Promise<SourceRow> {
  const [row] = await source.rows<SourceRow>(
    `select to_jsonb(c) as company, to_jsonb(p) as plan
     from "Companies" c left join "Plans" p on p.id = c."planId" where c.id = $1`,
    [sourceId],
  )
  if (row === undefined) throw new Error(`company ${sourceId} is not in the source`)
  return row
}

/** Finds or creates the company, which is closed until the cutover: it runs no timers, and no user can sign in. */
export async function findOrCreateMovedCompany(
  workplace: Workplace,
  source: SourceDatabase,
  order: { readonly moveIn: string; readonly sourceId: string; readonly mapping: MoveInAnswers },
): Promise<CompanyId> {
  const { moveIn, sourceId, mapping } = order
  const row = await readCompany(source, sourceId)
  const company = row.company as SourceRow // the query selects `to_jsonb` of the row
  const hours = convertOpeningHours(company.schedules, new Date().getUTCFullYear())
  const companyId = await workplace.withPlatform('move a company in', async (work) => {
    const moved = await work.db.row(movedCompany, { moveIn, sourceId })
    if (moved !== null) return moved.company_id
    const language = textOf(company, 'language')
    const timeZone = canonicalTimeZone(hours.timeZone ?? '') ?? defaultTimeZone
    const id = await createCompany(work, {
      name: mapping.companies[sourceId]?.name ?? textOf(company, 'name'),
      email: textOf(company, 'email').toLowerCase(),
      phone: textOf(company, 'phone') || null,
      planId: await planOf(work, mapping.companies[sourceId]?.plan, row.plan as SourceRow | null),
      dueDate: dueDateOf(company, work.now, timeZone),
      recurrence:
        billingRecurrences.find((name) => name === textOf(company, 'recurrence').toUpperCase()) ?? 'MENSAL',
      isActive: false,
      timeZone,
      language: companyLanguages.find((known) => known.slice(0, 2) === language.slice(0, 2)) ?? 'pt-BR',
    })
    await createDefaultSettings(work, id)
    await work.db.run(insertMovedCompany, { companyId: id, moveIn, sourceId, at: work.now })
    return id
  })
  await workplace.withCompany({ kind: 'system', name: 'move in', companyId }, async (work) => {
    if (hours.schedules.length > 0)
      await work.db.run(saveCompanyOpeningHours, { schedules: JSON.stringify(hours.schedules), at: work.now })
    const at = work.now.toISOString()
    if (hours.holidays.length > 0)
      await work.db.run(insertMovedHolidays, {
        rows: toJsonRows(hours.holidays.map((one) => ({ ...one, created_at: at, updated_at: at }))),
      })
    const piece = new MoveInBatch(work)
    if (hours.lost > 0) piece.skip('company', sourceId, 'hours-lost')
    await piece.close()
  })
  return companyId
}

/** Whether the company was active in the source. If so, the cutover opens it. */
export function wasCompanyActive(company: SourceRow): boolean {
  return company.status === null || company.status === undefined || isSwitchedOn(company.status)
}

/** Reads the company's due date, a text in several formats. If it is unreadable, the company gets thirty days. */
function dueDateOf(company: SourceRow, now: Date, timeZone: string): string {
  const written = textOf(company, 'dueDate').trim()
  const brazilian = /^(\d\d)\/(\d\d)\/(\d{4})/.exec(written)
  const text = brazilian === null ? written : `${brazilian[3]}-${brazilian[2]}-${brazilian[1]}`
  if (/^\d{4}-\d\d-\d\d$/.test(text) && timeOrNull({ text }, 'text') !== null) return text
  const otherwise = new Date(`${addCalendarDays(dayOf(now, timeZone), graceDays)}T12:00:00Z`)
  return dayOf(timeOf({ text }, 'text', otherwise), timeZone)
}

/** Returns the plan that the operator's answers name, or one with the name of the source's plan, created if missing. */
async function planOf(
  work: PlatformWork,
  chosen: string | undefined,
  plan: SourceRow | null,
): Promise<PlanId> {
  const own = plan === null ? '' : textOf(plan, 'name').trim()
  const name = chosen ?? own
  const known = await work.db.row(planIdByName, { name: name || 'Plano' })
  if (known !== null) return known.id
  if (name.toLowerCase() !== own.toLowerCase()) throw unknownPlanProblem(name)
  const from = plan ?? {}
  const isUsed = (flag: string) => from[flag] === undefined || from[flag] === null || isSwitchedOn(from[flag])
  const made = await work.db.one(insertPlan, {
    name: name || 'Plano',
    users: wholeNumberOf(from, 'users', { least: 1, otherwise: 10 }),
    connections: wholeNumberOf(from, 'connections', { least: 1, otherwise: 2 }),
    queues: wholeNumberOf(from, 'queues', { least: 1, otherwise: 10 }),
    value: Math.max(0, Number(from.value) || 0),
    campaigns: null,
    schedules: null,
    flags: planFlags.map(isUsed),
    isPublic: false,
    storageGigabytes: null,
    at: work.now,
  })
  return made.id
}
