import type { CompanyId, ConnectionId } from '@balcao/domain/ids'
import {
  type ImportedSignalKey,
  type ImportedWhatsappSession,
  parseImportedSessionJson,
} from '@balcao/whatsapp/moved-session'

/** The old server's session for a connection here. Its texts are compared before they are parsed. */
export interface StoredSession {
  readonly companyId: CompanyId
  readonly connectionId: ConnectionId
  readonly name: string
  /** JSON, possibly with groups of keys. Null: the number was not linked in the source. */
  readonly creds: string | null
  readonly keys: readonly StoredSessionKey[]
}

export interface StoredSessionKey {
  readonly type: string
  readonly id: string
  readonly text: string
}

export interface StoredSessions {
  readonly sessions: readonly StoredSession[]
  /** Programs that use the source now. If there are any, the old server is still running. */
  readonly users: readonly string[]
}

/** The key groups in the credentials of Whaticket and its forks. Keys of other types come again from WhatsApp. */
const groups = {
  preKeys: 'pre-key',
  sessions: 'session',
  senderKeys: 'sender-key',
  appStateSyncKeys: 'app-state-sync-key',
} as const

/** Null: the credentials are no JSON. An invalid key is left out; its contact's next message then needs a retry. */
export function parseStoredSession({ creds: text, keys }: StoredSession): ImportedWhatsappSession | null {
  const parsed = fieldsOf(parsedOrNull(text ?? ''))
  if (parsed === null) return null
  const grouped = fieldsOf(parsed.keys) ?? {}
  return {
    creds: parsed.creds ?? parsed,
    keys: [
      ...Object.entries(groups).flatMap(([group, type]) =>
        Object.entries(fieldsOf(grouped[group]) ?? {}).map(
          ([id, value]): ImportedSignalKey => ({ type, id, value }),
        ),
      ),
      ...keys.flatMap(({ type, id, text: value }): ImportedSignalKey[] => {
        const key = parsedOrNull(value)
        return key === null ? [] : [{ type, id, value: key }]
      }),
    ],
  }
}

/** A change between two reads means that an old server is still running. */
export function changedSessionNames(before: StoredSessions, after: StoredSessions): readonly string[] {
  const texts = new Map(before.sessions.map((one) => [one.connectionId, textOf(one)]))
  return after.sessions.filter((one) => texts.get(one.connectionId) !== textOf(one)).map(({ name }) => name)
}

function textOf({ creds, keys }: StoredSession): string {
  return JSON.stringify([creds, keys.map(({ type, id, text }) => [type, id, text])])
}

function parsedOrNull(text: string): unknown {
  try {
    return parseImportedSessionJson(text)
  } catch {
    return null
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null
}
