import { messageRetentions } from './message-retention'

const switchValues = ['enabled', 'disabled'] as const

/**
 * Every setting of a company, with its permitted values and its default (SETTING-05 to SETTING-09,
 * COMPANY-15, AUTH-28).
 */
export const settingDefinitions = {
  userRating: { values: switchValues, byDefault: 'disabled' },
  call: { values: switchValues, byDefault: 'enabled' },
  CheckMsgIsGroup: { values: switchValues, byDefault: 'enabled' },
  sendGreetingAccepted: { values: switchValues, byDefault: 'disabled' },
  sendMsgTransfTicket: { values: switchValues, byDefault: 'disabled' },
  scheduleType: { values: ['disabled', 'queue', 'company'], byDefault: 'disabled' },
  chatBotType: { values: ['text'], byDefault: 'text' },
  campaignsEnabled: { values: ['true', 'false'], byDefault: 'true' },
  contactHistory: { values: switchValues, byDefault: 'disabled' },
  messageRetention: { values: messageRetentions, byDefault: 'forever' },
  userCreation: { values: switchValues, byDefault: 'enabled' },
} as const

export type SettingKey = keyof typeof settingDefinitions
export type SettingValue<Key extends SettingKey> = (typeof settingDefinitions)[Key]['values'][number]

// The cast restores the keys' types, which `Object.keys` loses.
export const settingKeys = Object.keys(settingDefinitions) as readonly SettingKey[]

/** The settings that hold credentials of other services. No answer contains their values (SETTING-08). */
export const credentialSettingKeys = [
  'ipixc',
  'tokenixc',
  'ipmkauth',
  'clientidmkauth',
  'clientsecretmkauth',
  'asaas',
] as const
/** Answers hold this mask instead of a credential. Saving the mask leaves the credential unchanged. */
export const credentialMask = '********'
export type CredentialSettingKey = (typeof credentialSettingKeys)[number]

/** Settings of the whole installation, which only the platform's owner changes (AUTH-28). */
const platformKeys: readonly SettingKey[] = ['userCreation']

export function isPlatformSetting(key: SettingKey): boolean {
  return platformKeys.includes(key)
}

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settingDefinitions, key)
}

export function isCredentialSettingKey(key: string): key is CredentialSettingKey {
  return credentialSettingKeys.some((known) => known === key)
}

export function isSettingValue<Key extends SettingKey>(key: Key, value: string): value is SettingValue<Key> {
  return settingDefinitions[key].values.some((known) => known === value)
}
