import type { SignalDataTypeMap } from 'baileys'
import type { LinkCreds } from './auth-state'
import { keyFromText, keyToText } from './key-json'
import type { KeyChange } from './ports'

/** The keys that Baileys itself stores; our own types (copies of sent messages, cached devices) are not among them. */
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

/** The types of keys that make a session that `useMultiFileAuthState` opens. */
export const sessionTypes: readonly string[] = ['creds', ...Object.keys(baileysTypes)]

/** The file of a key in the folder of `useMultiFileAuthState`. Source: its `writeData` and `fixFileName`. */
export function sessionFile({ type, id, value }: Pick<KeyChange, 'type' | 'id'> & { value: string }): {
  readonly name: string
  readonly text: string
} {
  if (type === 'creds') {
    const { isUnproven: _ours, ...creds } = keyFromText<LinkCreds>(value)
    return { name: 'creds.json', text: keyToText(creds) }
  }
  return { name: `${type}-${id}.json`.replace(/\//g, '__').replace(/:/g, '-'), text: value }
}

/** Whether these credentials belong to a device that a phone has linked. */
export function isLinkedSession(creds: string): boolean {
  const { account, me, isUnproven } = keyFromText<LinkCreds>(creds)
  return account !== undefined && me !== undefined && isUnproven !== true
}
