import type { CompanyId, ConnectionId } from '@balcao/domain/ids'
import { type MovedKey, type MovedSession, parseMovedJson } from '@balcao/whatsapp/moved-session'

/** A session as the old server keeps it, for a connection here. Its texts are compared before one of them is parsed. */
export interface StoredSession {
  readonly companyId: CompanyId
  readonly connectionId: ConnectionId
  readonly name: string
  /** Credentials as JSON, also with groups of keys beside them; null: this number was not linked there. */
  readonly creds: string | null
  readonly keys: readonly StoredSessionKey[]
}

export interface StoredSessionKey {
  readonly type: string
  readonly id: string
  readonly text: string
}

/** What a source holds at one moment. */
export interface StoredSessions {
  readonly sessions: readonly StoredSession[]
  /** Programs that use the source now, by their names: the old server still runs. */
  readonly users: readonly string[]
}

/** The groups of keys within the credentials' JSON of Whaticket and forks. The others are fetched anew. */
const groups = {
  preKeys: 'pre-key',
  sessions: 'session',
  senderKeys: 'sender-key',
  appStateSyncKeys: 'app-state-sync-key',
} as const

/** Null when the credentials are no JSON. A key that is none is left out: it costs its contact a retry. */
export function parseStoredSession({ creds: text, keys }: StoredSession): MovedSession | null {
  const parsed = fieldsOf(parsedOrNull(text ?? ''))
  if (parsed === null) return null
  const grouped = fieldsOf(parsed.keys) ?? {}
  return {
    creds: parsed.creds ?? parsed,
    keys: [
      ...Object.entries(groups).flatMap(([group, type]) =>
        Object.entries(fieldsOf(grouped[group]) ?? {}).map(([id, value]): MovedKey => ({ type, id, value })),
      ),
      ...keys.flatMap(({ type, id, text: value }): MovedKey[] => {
        const key = parsedOrNull(value)
        return key === null ? [] : [{ type, id, value: key }]
      }),
    ],
  }
}

/** What has changed between two looks, by the names of the connections: an old server that runs writes keys. */
export function changedSessionNames(before: StoredSessions, after: StoredSessions): readonly string[] {
  const texts = new Map(before.sessions.map((one) => [one.connectionId, textOf(one)]))
  return after.sessions.filter((one) => texts.get(one.connectionId) !== textOf(one)).map(({ name }) => name)
}

function textOf({ creds, keys }: StoredSession): string {
  return JSON.stringify([creds, keys.map(({ type, id, text }) => [type, id, text])])
}

function parsedOrNull(text: string): unknown {
  try {
    return parseMovedJson(text)
  } catch {
    return null
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null
}
