import type { SettingView } from '@balcao/contract/people'
import type { CompanyId } from '@balcao/domain/ids'
import {
  type CredentialSettingKey,
  credentialMask,
  isCredentialSettingKey,
  isPlatformSetting,
  isSettingKey,
  isSettingValue,
  type SettingKey,
  type SettingValue,
  settingDefinitions,
  settingKeys,
} from '@balcao/domain/settings'
import { type DataKeys, encryptText } from '../../platform/encryption'
import { refuse } from '../../platform/refusal'
import type { CompanyWork, PersonWork, PlatformWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { settingChanged } from './settings.events'
import { insertSettingsOfNewCompany, saveSetting, settingsByKeys } from './settings.queries'
import { maskedCredentialView, readCompanySetting, settingView } from './settings.read'

/** Sets one known setting (SETTING-11). ERR_VALIDATION: the key does not allow this value. */
export async function changeSetting(
  work: PersonWork,
  key: string,
  value: string,
  dataKeys: DataKeys,
): Promise<SettingView> {
  if (isCredentialSettingKey(key)) return changeCredential(work, key, value, dataKeys)
  if (!isSettingKey(key)) throw refuse('ERR_NO_SETTING_FOUND')
  if (isPlatformSetting(key) && !work.actor.isSuper) throw refuse('ERR_NO_PERMISSION')
  if (!isSettingValue(key, value)) throw refuse('ERR_VALIDATION', { field: 'value' })

  const setting = settingView(await work.db.one(saveSetting, { key, value, at: work.now }))

  await recordAudit(work, { act: 'setting.changed', subject: { id: setting.id }, detail: { key, value } })
  work.record(settingChanged, { setting })
  return setting
}

/** Stores a credential encrypted. An empty value or the mask means unchanged: then nothing is stored. */
async function changeCredential(
  work: CompanyWork,
  key: CredentialSettingKey,
  value: string,
  dataKeys: DataKeys,
): Promise<SettingView> {
  if (value === '' || value === credentialMask) {
    const kept = await work.db.row(settingsByKeys, { keys: [key] })
    return maskedCredentialView(key, kept)
  }
  const sealed = encryptText(dataKeys, value, `settings.value ${work.companyId} ${key}`)
  const kept = await work.db.one(saveSetting, { key, value: sealed, at: work.now })
  await recordAudit(work, { act: 'credential.changed', subject: { id: kept.id }, detail: { key } })
  return maskedCredentialView(key, kept)
}

export async function createDefaultSettings(
  { db, now }: PlatformWork,
  companyId: CompanyId,
  chosen: { readonly [Key in SettingKey]?: SettingValue<Key> } = {},
): Promise<void> {
  await db.run(insertSettingsOfNewCompany, {
    companyId,
    keys: [...settingKeys],
    values: settingKeys.map((key) => chosen[key] ?? settingDefinitions[key].byDefault),
    at: now,
  })
}

/** Sets whether the company has the campaigns module (COMPANY-15). Returns whether that changed. */
export async function setCampaignsEnabled(work: CompanyWork, isEnabled: boolean): Promise<boolean> {
  const value = isEnabled ? 'true' : 'false'
  if ((await readCompanySetting(work, 'campaignsEnabled')) === value) return false

  const setting = settingView(
    await work.db.one(saveSetting, { key: 'campaignsEnabled', value, at: work.now }),
  )

  work.record(settingChanged, { setting })
  return true
}
