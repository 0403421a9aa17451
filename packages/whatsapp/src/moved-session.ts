import { createHash, createPrivateKey, createPublicKey } from 'node:crypto'
import { initAuthCreds, type KeyPair, proto, signedKeyPair } from 'baileys'
import type { LinkCredentials } from './auth-state'
import { keyToJson } from './key-json'
import type { KeyChange } from './ports'
import { isValidSignature } from './signature'

/** A number's credentials and keys from another program with Baileys 6 or 7, parsed by `parseImportedSessionJson`. */
export interface ImportedWhatsappSession {
  readonly creds: unknown
  readonly keys: readonly ImportedSignalKey[]
}

export interface ImportedSignalKey {
  /** Baileys' type of the key, such as `pre-key`. */
  readonly type: string
  readonly id: string
  readonly value: unknown
}

export type ConvertedWhatsappSession =
  | {
      readonly phone: string
      /** Identifies the linked device: equal in every copy of the session. */
      readonly device: string
      readonly keys: readonly KeyChange[]
    }
  | { readonly missing: readonly string[] }

/** Parses JSON with bytes in any format of any Baileys version: base64, an array, or an object by positions. */
export function parseImportedSessionJson(text: string): unknown {
  return JSON.parse(text, (_, value) => bytesIn(value) ?? value)
}

/** The phone numbers and LIDs of contacts with keys in the session. `convertImportedSession` needs their LIDs. */
export function usersInImportedSession({ keys }: ImportedWhatsappSession): readonly string[] {
  const users = keys.flatMap(({ type, id }) => {
    if (type === 'sender-key') return senderOf(id)?.user ?? []
    return type === 'session' ? (addressOf(id)?.user ?? []) : []
  })
  return [...new Set(users)]
}

/**
 * Converts another program's session, or names its missing credentials. Baileys 6 stores Signal sessions under phone
 * numbers, and 7.0.0-rc14 under LIDs. So sessions are renamed by `lids`, which maps phone numbers and LIDs to LIDs. A
 * session without a LID keeps its name and gets a device list, so that its first message needs no retry.
 */
export function convertImportedSession(
  session: ImportedWhatsappSession,
  lids: ReadonlyMap<string, string>,
): ConvertedWhatsappSession {
  const read = readCreds(session)
  if ('missing' in read) return read
  const { creds, phone, lid } = read
  const known = new Map(lids)
  if (lid !== null) known.set(phone, lid)
  return {
    phone,
    device: createHash('sha256').update(creds.signedIdentityKey.public).digest('hex'),
    keys: [
      { type: 'creds', id: 'creds', value: keyToJson(creds) },
      ...convertKeys(session.keys, known).map(({ type, id, value }) => ({
        type,
        id,
        value: keyToJson(value),
      })),
    ],
  }
}

const ownAddress = /^(\d{6,20}):(\d+)@s\.whatsapp\.net$/
/** The bytes that WhatsApp puts before signed account details; the second is for accounts hosted by Meta. */
const signedPrefixes = [Buffer.from([6, 0]), Buffer.from([6, 5])]
const publicKeyType = Buffer.from([5])
/** How many pre-key ids to skip when the session has no counter, because they may be in use. Ids have 24 bits. */
const idsUsedAtMost = 100_000

function readCreds(
  session: ImportedWhatsappSession,
): { creds: LinkCredentials; phone: string; lid: string | null } | { missing: readonly string[] } {
  const { creds } = session
  const me = fieldsOf(fieldsOf(creds)?.me)
  const [, phone] = ownAddress.exec(String(me?.id ?? '')) ?? []
  const noiseKey = keyPairOf(fieldsOf(creds)?.noiseKey)
  const signedIdentityKey = keyPairOf(fieldsOf(creds)?.signedIdentityKey)
  const registrationId = wholeOf(fieldsOf(creds)?.registrationId)
  const account = signedIdentityKey && accountOf(fieldsOf(creds)?.account, signedIdentityKey)
  const needed = { me: phone, noiseKey, signedIdentityKey, registrationId, account }
  const missing = Object.entries(needed).flatMap(([name, value]) => (value ? [] : [name]))
  if (!me || !phone || !noiseKey || !signedIdentityKey || registrationId === null || !account)
    return { missing }
  const [, lid = null] = /^(\d+)(?::\d+)?@lid$/.exec(String(me.lid ?? '')) ?? []
  return {
    phone,
    lid,
    creds: {
      ...initAuthCreds(), // new values for what only linking uses, and for what WhatsApp sends again
      noiseKey,
      signedIdentityKey,
      registrationId,
      account,
      signedPreKey: signedPreKeyOf(fieldsOf(creds)?.signedPreKey, signedIdentityKey),
      me: {
        id: String(me.id),
        ...(typeof me.name === 'string' && { name: me.name }),
        ...(lid !== null && { lid: String(me.lid) }),
      },
      signalIdentities: [
        {
          identifier: { name: String(me.lid ?? me.id), deviceId: 0 },
          identifierKey: Buffer.concat([publicKeyType, account.accountSignatureKey]),
        },
      ],
      ...preKeyCounters(session),
      // 0 would make Baileys wait for a history that the phone sent long ago.
      accountSyncCounter: Math.max(1, wholeOf(fieldsOf(creds)?.accountSyncCounter) ?? 1),
      registered: true,
    },
  }
}

/** The signed account; null when it did not sign this identity key, since WhatsApp would refuse the login. */
function accountOf(value: unknown, { public: identity }: KeyPair) {
  const fields = fieldsOf(value)
  const details = bytesOf(fields?.details)
  const accountSignatureKey = bytesOf(fields?.accountSignatureKey, 32)
  const accountSignature = bytesOf(fields?.accountSignature, 64)
  const deviceSignature = bytesOf(fields?.deviceSignature, 64)
  if (!details || !accountSignatureKey || !accountSignature || !deviceSignature) return null
  const isAuthentic = signedPrefixes.some((prefix) =>
    isValidSignature(accountSignatureKey, Buffer.concat([prefix, details, identity]), accountSignature),
  )
  return isAuthentic ? { details, accountSignatureKey, accountSignature, deviceSignature } : null
}

/** The signed pre-key, or a new one if it is broken, which Baileys uploads with the next pre-keys. */
function signedPreKeyOf(value: unknown, identity: KeyPair) {
  const fields = fieldsOf(value)
  const keyPair = keyPairOf(fields?.keyPair)
  const signature = bytesOf(fields?.signature, 64)
  const keyId = wholeOf(fields?.keyId) ?? 0
  const isWhole =
    keyPair &&
    signature &&
    isValidSignature(identity.public, Buffer.concat([publicKeyType, keyPair.public]), signature)
  return isWhole ? { keyPair, signature, keyId } : signedKeyPair(identity, keyId + 1)
}

/**
 * Baileys' counters of pre-key ids. They exceed every id used so far, because no id may be used twice. The stored
 * counter decides: used keys are deleted, so the remaining ids may be lower.
 */
function preKeyCounters({ creds, keys }: ImportedWhatsappSession) {
  const ids = keys.flatMap(({ type, id }) => (type === 'pre-key' && /^\d+$/.test(id) ? [Number(id)] : []))
  const counted = wholeOf(fieldsOf(creds)?.nextPreKeyId) ?? 0
  const seen = Math.max(counted, 1, ...ids.map((id) => id + 1))
  const nextPreKeyId = counted > 1 ? seen : seen + idsUsedAtMost
  const first = wholeOf(fieldsOf(creds)?.firstUnuploadedPreKeyId) ?? 0
  return { nextPreKeyId, firstUnuploadedPreKeyId: first > 1 && first <= nextPreKeyId ? first : nextPreKeyId }
}

/** Converts the keys that Baileys cannot recreate. It drops `sender-key-memory`, so group keys are sent again. */
function convertKeys(
  keys: readonly ImportedSignalKey[],
  lids: ReadonlyMap<string, string>,
): readonly ImportedSignalKey[] {
  const of = (wanted: string) => keys.filter(({ type }) => type === wanted)
  const rows = [
    ...of('pre-key').flatMap((key) => {
      const pair = keyPairOf(key.value)
      return pair && /^\d+$/.test(key.id) ? [{ ...key, value: pair }] : []
    }),
    ...convertSessions(of('session'), of('identity-key'), of('lid-mapping'), of('device-list'), lids),
    ...of('sender-key').flatMap((key) => senderKeyOf(key, new Set(lids.values()))),
    ...of('app-state-sync-key').filter(({ value }) => isAppStateKey(value)),
    ...of('lid-mapping').filter(({ value }) => typeof value === 'string'),
    ...of('device-list').filter(({ value }) => Array.isArray(value)),
    ...of('tctoken').filter(({ value }) => fieldsOf(value) !== null),
  ]
  return [...new Map(rows.map((row) => [`${row.type}\n${row.id}`, row])).values()]
}

function convertSessions(
  sessions: readonly ImportedSignalKey[],
  identities: readonly ImportedSignalKey[],
  mappings: readonly ImportedSignalKey[],
  lists: readonly ImportedSignalKey[],
  lids: ReadonlyMap<string, string>,
): ImportedSignalKey[] {
  // Baileys 7 stored the mappings of these numbers and renamed their sessions, so these sessions keep their names.
  const mapped = new Set(mappings.map(({ id }) => id))
  const listed = new Set(lists.map(({ id }) => id))
  const isLid = new Set(lids.values())
  const whole = sessions.filter(({ id, value }) => addressOf(id) && fieldsOf(value)?._sessions)
  const rows = new Map<string, ImportedSignalKey>()
  const devices = new Map<string, string[]>()
  const names = new Map<string, string>()
  // A contact's session under the LID is newer, so it must replace the one under the phone number.
  const byAge = [...whole].sort((one, other) => ageOf(one.id) - ageOf(other.id))
  for (const key of byAge) {
    const { user, domain, device } = addressOf(key.id) ?? { user: '', domain: '', device: '' }
    const isBare = domain === '' && !mapped.has(user)
    const lid = isBare ? (isLid.has(user) ? user : lids.get(user)) : undefined
    const id = lid === undefined ? key.id : `${lid}_1.${device}`
    names.set(key.id, id)
    rows.set(`session ${id}`, { ...key, id })
    if (lid !== undefined && lid !== user) {
      rows.set(`mapping ${user}`, { type: 'lid-mapping', id: user, value: lid })
      rows.set(`mapping ${lid}`, { type: 'lid-mapping', id: `${lid}_reverse`, value: user })
    }
    if (lid !== undefined || !isBare) continue
    if (mayBeLid(user)) rows.set(`session ${user}_1.${device}`, { ...key, id: `${user}_1.${device}` })
    if (!listed.has(user)) devices.set(user, [...(devices.get(user) ?? []), device])
  }
  for (const [user, value] of devices) rows.set(`devices ${user}`, { type: 'device-list', id: user, value })
  for (const { type, id, value } of identities) {
    const bytes = value instanceof Uint8Array ? value : null
    if (bytes) rows.set(`identity ${names.get(id) ?? id}`, { type, id: names.get(id) ?? id, value: bytes })
  }
  return [...rows.values()]

  function ageOf(id: string): number {
    const { user, domain } = addressOf(id) ?? { user: '', domain: '' }
    return domain !== '' ? 2 : isLid.has(user) ? 1 : 0
  }
}

/** Converts a group key to the form of Baileys 7: the bytes of a JSON text, under the member's LID if it is known. */
function senderKeyOf(
  { type, id, value: stored }: ImportedSignalKey,
  lids: ReadonlySet<string>,
): ImportedSignalKey[] {
  const value = senderKeyStates(stored)
  const sender = senderOf(id)
  if (value === null || sender === null) return []
  const { group, user, domain, device } = sender
  const named = (name: string) => ({ type, id: `${group}::${name}::${device}`, value })
  if (domain !== '' || !(lids.has(user) || mayBeLid(user))) return [named(user + domain)]
  return lids.has(user) ? [named(`${user}_1`)] : [named(user), named(`${user}_1`)]
}

/** Baileys 6 stores the states of a group key as an array whose bytes are base64 without a marker. */
function senderKeyStates(stored: unknown): Buffer | null {
  const states = stored instanceof Uint8Array ? parsedOrNull(Buffer.from(stored).toString()) : stored
  if (!Array.isArray(states)) return null
  const read = states.flatMap((state) => {
    const { senderKeyId, senderChainKey, senderSigningKey, senderMessageKeys } = fieldsOf(state) ?? {}
    const chain = chainKeyOf(senderChainKey)
    const signing = fieldsOf(senderSigningKey)
    const publicKey = bytesOf(signing?.public)
    const privateKey = bytesOf(signing?.private)
    if (chain === null || publicKey === null) return []
    return {
      senderKeyId,
      senderChainKey: chain,
      senderSigningKey: { public: publicKey, ...(privateKey && { private: privateKey }) },
      senderMessageKeys: Array.isArray(senderMessageKeys)
        ? senderMessageKeys.flatMap((key) => chainKeyOf(key) ?? [])
        : [],
    }
  })
  return read.length === 0 ? null : Buffer.from(keyToJson(read))
}

function chainKeyOf(value: unknown): { iteration: number; seed: Buffer } | null {
  const fields = fieldsOf(value)
  const seed = bytesOf(fields?.seed)
  return seed === null ? null : { iteration: wholeOf(fields?.iteration) ?? 0, seed }
}

function parsedOrNull(text: string): unknown {
  try {
    return parseImportedSessionJson(text)
  } catch {
    return null
  }
}

/** True if the digits may be a LID, which Baileys 6 does not mark. Such a key is stored as phone number and as LID. */
function mayBeLid(user: string): boolean {
  return user.length >= 14
}

function isAppStateKey(value: unknown): boolean {
  const fields = fieldsOf(value)
  if (!bytesOf(fields?.keyData)) return false
  try {
    // throws for a key that `loadStoredAuth` could not parse
    proto.Message.AppStateSyncKeyData.fromObject({ ...fields })
    return true
  } catch {
    return false
  }
}

function senderOf(id: string): { group: string; user: string; domain: string; device: string } | null {
  const [, group, user, domain = '', device] = /^(.+@g\.us)::(\d+)(_\d+)?::(\d+)$/.exec(id) ?? []
  return group === undefined || user === undefined || device === undefined
    ? null
    : { group, user, domain, device }
}

function addressOf(id: string): { user: string; domain: string; device: string } | null {
  const [, user, domain = '', device] = /^(\d+)(_\d+)?\.(\d+)$/.exec(id) ?? []
  return user === undefined || device === undefined ? null : { user, domain, device }
}

/** Null when the public key does not belong to the private key. */
function keyPairOf(value: unknown): KeyPair | null {
  const fields = fieldsOf(value)
  const privateKey = bytesOf(fields?.private, 32)
  const stored = bytesOf(fields?.public)
  const publicKey = stored?.length === 33 ? stored.subarray(1) : stored
  if (!privateKey || !publicKey || !publicOf(privateKey).equals(publicKey)) return null
  return { private: privateKey, public: publicKey }
}

/** The prefix of an X25519 private key in DER (RFC 8410), which 32 bytes of key follow. */
const derPrefix = Buffer.from('302e020100300506032b656e04220420', 'hex')

function publicOf(privateKey: Buffer): Buffer {
  const key = createPrivateKey({ key: Buffer.concat([derPrefix, privateKey]), format: 'der', type: 'pkcs8' })
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | null {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isRecord && !(value instanceof Uint8Array) ? (value as Readonly<Record<string, unknown>>) : null
}

function wholeOf(value: unknown): number | null {
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null
}

/** Reads bytes in any stored form; a text is base64. Null when there are none, or when their number is not `length`. */
function bytesOf(value: unknown, length?: number): Buffer | null {
  const bytes = typeof value === 'string' ? Buffer.from(value, 'base64') : bytesIn(value)
  if (bytes === null || bytes.length === 0) return null
  return length === undefined || bytes.length === length ? bytes : null
}

function bytesIn(value: unknown): Buffer | null {
  if (value instanceof Uint8Array) return Buffer.from(value)
  const fields = fieldsOf(value)
  if (fields === null) return null
  if (fields.type !== 'Buffer' && fields.buffer !== true) return bytesByPosition(fields)
  const held = fields.data ?? fields.value ?? []
  if (typeof held === 'string') return Buffer.from(held, 'base64')
  return held instanceof Uint8Array || Array.isArray(held) ? Buffer.from(held) : null
}

/** Bytes of a Uint8Array that was written without Baileys' replacer, such as `{"0": 7, "1": 200}`. */
function bytesByPosition(fields: Readonly<Record<string, unknown>>): Buffer | null {
  const values = Object.entries(fields)
  const isBytes = values.every(([key, value], at) => key === String(at) && isByte(value))
  return isBytes && values.length > 0 ? Buffer.from(values.map(([, value]) => Number(value))) : null
}

function isByte(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255
}
