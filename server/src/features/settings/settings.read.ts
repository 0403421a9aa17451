import type { companySetting, SettingView } from '@balcao/contract/people'
import { holds } from '@balcao/domain/permissions'
import {
  credentialKeys,
  credentialMask,
  maySettingHold,
  type SettingKey,
  type SettingValue,
  settingKeys,
  settings,
} from '@balcao/domain/settings'
import type { z } from 'zod'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { type SettingRow, settingsByKeys, type TimedSettingRow } from './settings.queries'

export type CompanySetting = z.output<typeof companySetting>

/** Every setting with its value or default, in the order of the domain's list (SETTING-10). Never a credential. */
export async function allSettings({ db }: Pick<CompanyWork, 'db'>): Promise<SettingView[]> {
  const rows = await db.rows(settingsByKeys, [[...settingKeys]])
  const stored = new Map(rows.map((row) => [row.key, row]))
  return withDefaults(rows).map((one) => ({ ...one, ...timesOf(stored.get(one.key)) }))
}

/** Rows as they are stored, in the order of the domain's list, with the default where there is none. */
export function withDefaults(rows: readonly SettingRow[]): CompanySetting[] {
  const stored = new Map(rows.map((row) => [row.key, row]))
  return settingKeys.map((key) => ({
    // A key that came with a later version has no row yet in older companies.
    id: stored.get(key)?.id ?? 0,
    key,
    value: storedOrDefault(key, stored.get(key)),
  }))
}

/** What the caller may know: who manages settings also learns which credentials are kept (SETTING-08, SETTING-14). */
export async function settingsFor(work: PersonWork): Promise<SettingView[]> {
  const known = await allSettings(work)
  if (!holds(work.actor, 'settings.manage')) return known
  const kept = await work.db.rows(settingsByKeys, [[...credentialKeys]])
  const credentials = credentialKeys.map((key) =>
    credentialView(key, kept.find((one) => one.key === key) ?? null),
  )
  return [...known, ...credentials]
}

/** A setting as it stands on the wire, for answers and events alike. */
export function settingView(row: TimedSettingRow): SettingView {
  return { id: row.id, key: row.key, value: row.value, ...timesOf(row) }
}

/** A mask in place of the value, nothing where none is kept (SETTING-08). */
export function credentialView(key: string, row: TimedSettingRow | null): SettingView {
  return { id: row?.id ?? 0, key, value: row === null ? '' : credentialMask, ...timesOf(row) }
}

/** Null until the setting was written for the first time. */
function timesOf(row: TimedSettingRow | null | undefined): Pick<SettingView, 'createdAt' | 'updatedAt'> {
  return {
    createdAt: row?.created_at.toISOString() ?? null,
    updatedAt: row?.updated_at.toISOString() ?? null,
  }
}

/** One setting of the company: `settingOf(work, 'sendGreetingAccepted') === 'enabled'`. */
export async function settingOf<Key extends SettingKey>(
  { db }: Pick<CompanyWork, 'db'>,
  key: Key,
): Promise<SettingValue<Key>> {
  return storedOrDefault(key, await db.row(settingsByKeys, [[key]]))
}

/** A stored value that a newer version no longer knows counts as the default. */
function storedOrDefault<Key extends SettingKey>(
  key: Key,
  row: SettingRow | null | undefined,
): SettingValue<Key> {
  if (row && maySettingHold(key, row.value)) return row.value
  return settings[key].byDefault
}
