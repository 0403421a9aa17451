import { keyFromJson, keyToJson } from '../key-json'
import type { ImportedSignalKey, ImportedWhatsappSession } from '../moved-session'
import type { MemoryKeyStore } from './memory-key-store'

/** What Baileys 6.7 knows. */
const oldTypes = new Set([
  'pre-key',
  'session',
  'sender-key',
  'sender-key-memory',
  'app-state-sync-key',
  'app-state-sync-version',
])

/**
 * The store of a linked number as Baileys 6.7 would have written it: sessions under phone numbers, sender keys as arrays,
 * no mappings and no lists of devices. Its contacts have only written from their phone numbers.
 */
export function inOldShape(rows: MemoryKeyStore['keys']): ImportedWhatsappSession {
  const phones = new Map(
    [...(rows.get('lid-mapping') ?? [])].flatMap(([id, value]) =>
      id.endsWith('_reverse') ? [[id.slice(0, -'_reverse'.length), keyFromJson<string>(value)]] : [],
    ),
  )
  const keys = [...rows].flatMap(([type, values]) =>
    oldTypes.has(type) ? [...values].map(([id, text]) => ({ type, id, value: keyFromJson(text) })) : [],
  )
  const { me, ...creds } = keyFromJson<Record<string, unknown>>(rows.get('creds')?.get('creds') ?? '{}')
  const { lid: _, ...oldMe } = me as Record<string, unknown>
  return {
    creds: { ...creds, me: oldMe, registered: false, additionalData: undefined },
    keys: keys.map((key) => oldKey(key, phones)),
  }
}

function oldKey(key: ImportedSignalKey, phones: ReadonlyMap<string, string>): ImportedSignalKey {
  if (key.type === 'session') {
    const [, lid, device] = /^(\d+)_1\.(\d+)$/.exec(key.id) ?? []
    return lid === undefined ? key : { ...key, id: `${phones.get(lid) ?? lid}.${device}` }
  }
  if (key.type !== 'sender-key') return key
  const states = JSON.parse(String(key.value), (_, value) => unmarkedBytes(value))
  return { ...key, id: key.id.replace('_1::', '::'), value: states }
}

/** As 6.7.18 was seen to write the states of sender keys: protobuf's JSON has bytes as base64 without a mark. */
function unmarkedBytes(value: unknown): unknown {
  const isBytes = typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer'
  if (!isBytes || !('data' in value)) return value
  const { data } = value
  return typeof data === 'string' ? data : Buffer.from(data as number[]).toString('base64') // its only other form
}

/** As a program without Baileys' replacer wrote bytes: an array instead of base64. */
export function withArraysOfBytes(session: ImportedWhatsappSession): string {
  return keyToJson(session).replaceAll(/\{"type":"Buffer","data":"([^"]*)"\}/g, (_, base64: string) =>
    JSON.stringify({ type: 'Buffer', data: [...Buffer.from(base64, 'base64')] }),
  )
}
