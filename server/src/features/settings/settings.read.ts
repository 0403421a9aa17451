import type { companySetting, SettingView } from '@balcao/contract/people'
import { hasPermission } from '@balcao/domain/permissions'
import {
  credentialMask,
  credentialSettingKeys,
  isSettingValue,
  type SettingKey,
  type SettingValue,
  settingDefinitions,
  settingKeys,
} from '@balcao/domain/settings'
import type { z } from 'zod'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { type SettingRow, type SettingRowWithTimes, settingsByKeys } from './settings.queries'

export type CompanySetting = z.output<typeof companySetting>

/** Every setting with its value or default (SETTING-10), without credentials. */
export async function allSettings({ db }: Pick<CompanyWork, 'db'>): Promise<SettingView[]> {
  const rows = await db.rows(settingsByKeys, { keys: [...settingKeys] })
  const stored = new Map(rows.map((row) => [row.key, row]))
  return settingsWithDefaults(rows).map((one) => ({ ...one, ...timesOf(stored.get(one.key)) }))
}

export function settingsWithDefaults(rows: readonly SettingRow[]): CompanySetting[] {
  const stored = new Map(rows.map((row) => [row.key, row]))
  return settingKeys.map((key) => ({
    // A company that is older than the setting has no row for it.
    id: stored.get(key)?.id ?? 0,
    key,
    value: storedOrDefault(key, stored.get(key)),
  }))
}

/** A user who manages settings also sees which credentials are stored (SETTING-08, SETTING-14). */
export async function settingsForUser(work: PersonWork): Promise<SettingView[]> {
  const known = await allSettings(work)
  if (!hasPermission(work.actor, 'settings.manage')) return known
  const kept = await work.db.rows(settingsByKeys, { keys: [...credentialSettingKeys] })
  const credentials = credentialSettingKeys.map((key) =>
    maskedCredentialView(key, kept.find((one) => one.key === key) ?? null),
  )
  return [...known, ...credentials]
}

export function settingView(row: SettingRowWithTimes): SettingView {
  return { id: row.id, key: row.key, value: row.value, ...timesOf(row) }
}

/** A credential on the wire: a mask if one is stored, otherwise an empty value (SETTING-08). */
export function maskedCredentialView(key: string, row: SettingRowWithTimes | null): SettingView {
  return { id: row?.id ?? 0, key, value: row === null ? '' : credentialMask, ...timesOf(row) }
}

/** The times of a setting; null until it was first written. */
function timesOf(row: SettingRowWithTimes | null | undefined): Pick<SettingView, 'createdAt' | 'updatedAt'> {
  return {
    createdAt: row?.created_at.toISOString() ?? null,
    updatedAt: row?.updated_at.toISOString() ?? null,
  }
}

export async function readCompanySetting<Key extends SettingKey>(
  { db }: Pick<CompanyWork, 'db'>,
  key: Key,
): Promise<SettingValue<Key>> {
  return storedOrDefault(key, await db.row(settingsByKeys, { keys: [key] }))
}

/** The stored value, or the default for a value that this version does not know. */
function storedOrDefault<Key extends SettingKey>(
  key: Key,
  row: SettingRow | null | undefined,
): SettingValue<Key> {
  if (row && isSettingValue(key, row.value)) return row.value
  return settingDefinitions[key].byDefault
}
