import {
  addCalendarDays,
  canonicalTimeZone,
  companyLanguages,
  defaultTimeZone,
} from '@balcao/domain/companies'
import { dayOf } from '@balcao/domain/days'
import type { CompanyId } from '@balcao/domain/ids'
import { type OpeningHours, weekdays } from '@balcao/domain/opening-hours'
import { saveCompanyOpeningHours } from '../../../features/companies/companies.queries'
import { createCompany } from '../../../features/companies/create-company'
import { insertMovedCompany, movedCompany } from '../../../features/move-ins/move-ins.queries'
import { createPlanWithAllModules } from '../../../features/plans/create-plan'
import { planIdByName } from '../../../features/plans/move-in.queries'
import { createDefaultSettings } from '../../../features/settings/change-setting'
import { saveMovedSettings } from '../../../features/settings/move-in.queries'
import { toJsonRows } from '../../../platform/database/insert-rows'
import type { Workplace } from '../../../platform/work'
import { unknownPlanProblem } from '../move-in-problem'
import type { SourceDatabase } from '../source-database'
import type { MoveInAnswers, SourceRow } from '../step'
import { isSwitchedOn, textOf, wholeNumberOf } from '../values'
import { portugueseWeekdays } from '../whaticket/opening-hours'

const graceDays = 30
/** The plan of companies from Chatwoot, which has no such plans. The operator's answers may name another one. */
const plan = { name: 'Chatwoot', users: 100, connections: 20, queues: 100, value: 0, isPublic: false }

/** As an SQL list: the inbox types that may be WhatsApp numbers. */
export const whatsappInboxTypesSql = `('Channel::Whatsapp', 'Channel::Api')`

/** Finds or creates the company of a Chatwoot account. A created company stays closed until the cutover. */
export async function findOrCreateMovedAccount(
  workplace: Workplace,
  source: SourceDatabase,
  order: { readonly moveIn: string; readonly sourceId: string; readonly mapping: MoveInAnswers },
): Promise<CompanyId> {
  const { moveIn, sourceId, mapping } = order
  const [account] = await source.rows<SourceRow>('select to_jsonb(a) as row from accounts a where id = $1', [
    sourceId,
  ])
  if (account === undefined) throw new Error(`account ${sourceId} is not in the source`)
  const row = account.row as SourceRow // the query selects `to_jsonb` of the row
  const hours = await hoursOf(source, sourceId)
  const companyId = await workplace.withPlatform('move a company in', async (work) => {
    const moved = await work.db.row(movedCompany, { moveIn, sourceId })
    if (moved !== null) return moved.company_id
    const timeZone = canonicalTimeZone(hours.timeZone) ?? defaultTimeZone
    const name = mapping.companies[sourceId]?.plan ?? plan.name
    const known = await work.db.row(planIdByName, { name })
    if (known === null && name !== plan.name) throw unknownPlanProblem(name)
    const id = await createCompany(work, {
      name: mapping.companies[sourceId]?.name ?? textOf(row, 'name'),
      email: '',
      planId: known?.id ?? (await createPlanWithAllModules(work, { ...plan, name })),
      dueDate: addCalendarDays(dayOf(work.now, timeZone), graceDays),
      isActive: false,
      timeZone,
      language: companyLanguages.find((language) => language.slice(0, 2) === localeOf(row)) ?? 'pt-BR',
    })
    await createDefaultSettings(work, id)
    await work.db.run(insertMovedCompany, { companyId: id, moveIn, sourceId, at: work.now })
    return id
  })
  if (hours.schedules.length > 0)
    await workplace.withCompany({ kind: 'system', name: 'move in', companyId }, async ({ db, now }) => {
      await db.run(saveCompanyOpeningHours, { schedules: JSON.stringify(hours.schedules), at: now })
      const setting = { key: 'scheduleType', value: 'company', created_at: now, updated_at: now }
      await db.run(saveMovedSettings, { rows: toJsonRows([setting]) })
    })
  return companyId
}

/** Languages by their position in Chatwoot's list of languages, which is how it stores a locale. 0 is English. */
const localesByNumber: Readonly<Record<string, string>> = { '0': 'en', '5': 'es', '8': 'pt', '24': 'pt' }

function localeOf(row: SourceRow): string {
  const locale = textOf(row, 'locale')
  return localesByNumber[locale] ?? locale.slice(0, 2)
}

interface Hours {
  readonly schedules: readonly OpeningHours[]
  readonly timeZone: string
}

export interface InboxWithWorkingHours {
  readonly id: string
  readonly timeZone: string
  readonly usesWorkingHours: boolean
}

/**
 * Finds the WhatsApp inbox whose opening hours become the company's: the oldest that uses its hours, or else
 * the oldest. Chatwoot stores hours for every inbox, even if it does not use them.
 */
export async function findInboxWithWorkingHours(
  source: SourceDatabase,
  sourceId: string,
): Promise<InboxWithWorkingHours | null> {
  const [found] = await source.rows<SourceRow>(
    `select to_jsonb(i) as row from inboxes i
     where account_id = $1 and channel_type in ${whatsappInboxTypesSql}
     order by coalesce(to_jsonb(i) ->> 'working_hours_enabled', 'true') = 'true' desc, id limit 1`,
    [sourceId],
  )
  if (found === undefined) return null
  const row = found.row as SourceRow // the query selects `to_jsonb` of the row
  return { id: textOf(row, 'id'), timeZone: textOf(row, 'timezone'), usesWorkingHours: usesWorkingHours(row) }
}

/** Whether the inbox uses its opening hours. In versions without this setting, every inbox does. */
export function usesWorkingHours(inbox: SourceRow): boolean {
  const { working_hours_enabled: isEnabled } = inbox
  return isEnabled === null || isEnabled === undefined || isSwitchedOn(isEnabled)
}

const unchosenTimeZone = 'UTC'

async function hoursOf(source: SourceDatabase, sourceId: string): Promise<Hours> {
  const inbox = await findInboxWithWorkingHours(source, sourceId)
  if (inbox === null || !inbox.usesWorkingHours || !source.has('working_hours'))
    return {
      timeZone: inbox === null || inbox.timeZone === unchosenTimeZone ? '' : inbox.timeZone,
      schedules: [],
    }
  const rows = await source.rows<SourceRow>(
    'select to_jsonb(w) as row from working_hours w where inbox_id = $1 order by day_of_week',
    [inbox.id],
  )
  return {
    timeZone: inbox.timeZone,
    schedules: rows.flatMap(({ row }) => {
      const day = row as SourceRow // the query selects `to_jsonb` of the row
      // Chatwoot's weekday 0 is Sunday, while our list begins with Monday.
      const weekdayEn = weekdays[(wholeNumberOf(day, 'day_of_week') + 6) % 7]
      // Skips a weekday that is open all day: in Balcão, a weekday without hours is open all day.
      if (weekdayEn === undefined || isSwitchedOn(day.open_all_day)) return []
      const clock = (hour: string, minutes: string) =>
        [hour, minutes].map((part) => String(wholeNumberOf(day, part)).padStart(2, '0')).join(':')
      const closed = isSwitchedOn(day.closed_all_day)
      return {
        weekday: portugueseWeekdays[weekdayEn],
        weekdayEn,
        startTime: closed ? '00:00' : clock('open_hour', 'open_minutes'),
        endTime: closed ? '00:00' : clock('close_hour', 'close_minutes'),
      }
    }),
  }
}
