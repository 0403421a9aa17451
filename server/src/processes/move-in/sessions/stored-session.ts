import type { CompanyId, ConnectionId } from '@balcao/domain/ids'
import {
  type ImportedSignalKey,
  type ImportedWhatsappSession,
  parseImportedSessionJson,
} from '@balcao/whatsapp/moved-session'

/** The old server's session for a connection here. Its JSON texts are compared before they are parsed. */
export interface StoredSession {
  readonly companyId: CompanyId
  readonly connectionId: ConnectionId
  readonly name: string
  /** The credentials as JSON, in some products with the keys. Null: the number was not linked in the source. */
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

/**
 * The groups of keys in the credentials of Whaticket and its forks, with the type of each. Keys of other types
 * do not move, because WhatsApp sends them again.
 */
const groups = {
  preKeys: 'pre-key',
  sessions: 'session',
  senderKeys: 'sender-key',
  appStateSyncKeys: 'app-state-sync-key',
} as const

/**
 * Parses a session. Null: the credentials are no JSON. Omits invalid keys; a contact of such a key must send a
 * message again.
 */
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

/** Returns the sessions that changed between two reads of the source, which means that the old server runs. */
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
