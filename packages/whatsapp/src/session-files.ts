import type { SignalDataTypeMap } from 'baileys'
import type { LinkCredentials } from './auth-state'
import { keyFromJson, keyToJson } from './key-json'
import type { KeyChange } from './ports'

/** The key types that Baileys itself stores, without our own types (copies of sent messages, cached devices). */
const baileysTypes: Readonly<Record<keyof SignalDataTypeMap, true>> = {
  'pre-key': true,
  session: true,
  'sender-key': true,
  'sender-key-memory': true,
  'app-state-sync-key': true,
  'app-state-sync-version': true,
  'lid-mapping': true,
  'device-list': true,
  tctoken: true,
  'identity-key': true,
}

export const baileysKeyFileTypes: readonly string[] = ['creds', ...Object.keys(baileysTypes)]

/** The file name and content of a key in the folder of Baileys' `useMultiFileAuthState`. */
export function baileysKeyFile({ type, id, value }: Pick<KeyChange, 'type' | 'id'> & { value: string }): {
  readonly name: string
  readonly text: string
} {
  if (type === 'creds') {
    const { isUnproven: _ours, ...creds } = keyFromJson<LinkCredentials>(value)
    return { name: 'creds.json', text: keyToJson(creds) }
  }
  return { name: `${type}-${id}.json`.replace(/\//g, '__').replace(/:/g, '-'), text: value }
}

/** True when a phone has linked the device with these credentials. */
export function areCredentialsLinked(creds: string): boolean {
  const { account, me, isUnproven } = keyFromJson<LinkCredentials>(creds)
  return account !== undefined && me !== undefined && isUnproven !== true
}
