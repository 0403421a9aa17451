import {
  type CredentialKey,
  credentialMask,
  isCredentialKey,
  isSettingKey,
  maySettingHold,
} from '@balcao/domain/settings'
import { type DataKeys, encryptText } from '../../platform/encryption'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { settingChanged } from './settings.events'
import { saveSetting, settingsByKeys } from './settings.queries'
import type { SettingView } from './settings.read'

/** Sets one known setting (SETTING-11). A value that the key may not hold is refused as a wrong field. */
export async function changeSetting(
  work: CompanyWork,
  key: string,
  value: string,
  dataKeys: DataKeys,
): Promise<SettingView> {
  if (isCredentialKey(key)) return changeCredential(work, key, value, dataKeys)
  if (!isSettingKey(key)) throw refuse('ERR_NO_SETTING_FOUND')
  if (!maySettingHold(key, value)) throw refuse('ERR_VALIDATION', { field: 'value' })

  const setting = await work.db.one(saveSetting, [key, value])

  work.record(settingChanged, { setting })
  return setting
}

/** Kept sealed, answered as a mask; the mask or nothing is what an untouched field sends, and changes nothing (SETTING-08). */
async function changeCredential(
  { db, companyId }: CompanyWork,
  key: CredentialKey,
  value: string,
  dataKeys: DataKeys,
): Promise<SettingView> {
  const row =
    value === '' || value === credentialMask
      ? await db.row(settingsByKeys, [[key]])
      : await db.one(saveSetting, [key, encryptText(dataKeys, value, `settings.value ${companyId} ${key}`)])
  return { id: row?.id ?? 0, key, value: row === null ? '' : credentialMask }
}
