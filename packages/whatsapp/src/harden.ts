import { AsyncLocalStorage } from 'node:async_hooks'
import { Curve, proto, WA_CERT_DETAILS } from 'baileys'
import { SenderKeyMessage } from 'baileys/lib/Signal/Group/sender-key-message.js'
import { SenderKeyState } from 'baileys/lib/Signal/Group/sender-key-state.js'
import { TOKEN_MAP } from 'baileys/lib/WABinary/constants.js'
import * as libsignal from 'libsignal'
import { isSigned } from './signature'

/**
 * Fixes faults of Baileys 7.0.0-rc14 and libsignal 6.0.0 through objects that they export. Once per process; calling it
 * again changes nothing. `harden.test.ts` fails when an upgrade makes a part of it ineffective.
 */
export function hardenBaileys(): void {
  if (isHardened) return
  isHardened = true
  verifySignatures()
  compareServerKeyWithCertificate()
  silenceKeyLogging()
  replaceGlobalQueue()
  undoFailedDecryptions()
  forgetOldChains()
  restoreSkippedGroupKeys()
  restrictLogFields()
}
let isHardened = false

/**
 * Their `Curve.verify` ignores the result and returns true: neither server certificate nor account was checked. Their
 * check of group messages is right and slow (see `isSigned`).
 */
function verifySignatures(): void {
  Curve.verify = (publicKey, message, signature) => {
    try {
      return isSigned(publicKey, message, signature)
    } catch {
      return false // bytes that OpenSSL cannot parse as a key have signed nothing
    }
  }
  SenderKeyMessage.prototype.verifySignature = function (signatureKey) {
    const bytes = this.serialize()
    if (!isSigned(signatureKey, bytes.subarray(0, -64), bytes.subarray(-64)))
      throw new Error('the signature of a group message is wrong')
  }
}

/**
 * The certificate chain must certify the very key that the server used in the handshake; Baileys checks only the chain.
 * Its handshake runs without interruption: shared key with the server's static key, leaf verified, intermediate
 * verified against `WA_CERT_DETAILS.PUBLIC_KEY`. So that last call can compare the two keys.
 */
function compareServerKeyWithCertificate(): void {
  const { sharedKey, verify } = Curve
  let latestPeerKey = Buffer.alloc(0)
  let previousMessage: Uint8Array = latestPeerKey
  Curve.sharedKey = (privateKey, publicKey) => {
    latestPeerKey = Buffer.from(publicKey)
    return sharedKey(privateKey, publicKey)
  }
  Curve.verify = (publicKey, message, signature) => {
    const leaf = previousMessage
    previousMessage = message
    if (!verify(publicKey, message, signature)) return false
    return publicKey !== WA_CERT_DETAILS.PUBLIC_KEY || latestPeerKey.equals(certifiedKey(leaf))
  }
}

function certifiedKey(certificate: Uint8Array): Uint8Array {
  return proto.CertChain.NoiseCertificate.Details.decode(certificate).key ?? new Uint8Array()
}

/** Members of libsignal's classes that their published types omit. */
interface SessionEntry {
  readonly indexInfo: { closed: number; used: number }
  readonly _chains: Record<string, { readonly chainKey: { readonly key?: Buffer } }>
  readonly constructor: { deserialize(data: object): SessionEntry }
  serialize(): object
}
interface SessionRecordInside {
  sessions: Record<string, SessionEntry>
  isClosed(session: SessionEntry): boolean
  closeSession(session: SessionEntry): void
  openSession(session: SessionEntry): void
  removeOldSessions(): void
}
interface SessionCipherInside {
  queueJob<Result>(job: () => Promise<Result>): Promise<Result>
  storeRecord(record: SessionRecordInside): Promise<void>
  doDecryptWhisperMessage(data: Uint8Array, session: SessionEntry): Promise<Buffer>
  decryptWithSessions(
    data: Uint8Array,
    sessions: readonly SessionEntry[],
  ): Promise<{ session: SessionEntry; plaintext: Buffer }>
}
interface SessionBuilderInside {
  storage: Record<string, (...values: unknown[]) => unknown>
  initOutgoing(device: KeyBundle): Promise<void>
}
interface KeyBundle {
  readonly identityKey: Uint8Array
  readonly signedPreKey: { readonly publicKey: Uint8Array; readonly signature: Uint8Array }
}
// The published types omit these members; harden.test.ts fails when they disappear.
const recordPrototype = libsignal.SessionRecord.prototype as unknown as SessionRecordInside
const cipherPrototype = libsignal.SessionCipher.prototype as unknown as SessionCipherInside
const builderPrototype = libsignal.SessionBuilder.prototype as unknown as SessionBuilderInside

const closedSessionsKept = 40

/** libsignal prints whole sessions, private ratchet keys included, whenever one is opened, closed or dropped. */
function silenceKeyLogging(): void {
  recordPrototype.closeSession = function (session) {
    if (!this.isClosed(session)) session.indexInfo.closed = Date.now()
  }
  recordPrototype.openSession = (session) => {
    session.indexInfo.closed = -1
  }
  recordPrototype.removeOldSessions = function () {
    const closed = Object.entries(this.sessions)
      .filter(([, session]) => this.isClosed(session))
      .sort(([, one], [, other]) => one.indexInfo.closed - other.indexInfo.closed)
    const surplus = Object.keys(this.sessions).length - closedSessionsKept
    for (const [name] of closed.slice(0, Math.max(0, surplus))) delete this.sessions[name]
  }
  muteLibsignal()
}

/** Messages of libsignal about everyday events, with stack traces, on which no operator can act. */
const libsignalChatter = [
  'Closing open session in favor of incoming prekey bundle',
  'Decrypted message with closed session.',
  'Migrating session to:',
]

function muteLibsignal(): void {
  for (const level of ['info', 'warn', 'error'] as const) {
    // biome-ignore lint/suspicious/noConsole: libsignal writes to the console and nowhere else
    const write = console[level].bind(console)
    console[level] = (...values: unknown[]) => {
      const [first] = values
      const isChatter = typeof first === 'string' && libsignalChatter.some((start) => first.startsWith(start))
      if (!isChatter) write(...values)
    }
  }
}

/**
 * libsignal queues jobs by address across the whole process, and runs a waiting job in the async context of the first
 * caller: with two connections talking to one customer, the keys of one would join the unit of work of the other. Our
 * own lock per connection serves instead of the queue, so decrypting and encrypting skip it, and the one call that
 * cannot skip it carries its own context along.
 */
function replaceGlobalQueue(): void {
  cipherPrototype.queueJob = (job) => job()
  const { initOutgoing } = builderPrototype
  builderPrototype.initOutgoing = async function (device) {
    verifySignedPreKey(device)
    const storage = this.storage
    const inThisContext = AsyncLocalStorage.snapshot()
    this.storage = Object.fromEntries(
      Object.entries(storage).map(([name, method]) => [
        name,
        (...values: unknown[]) => inThisContext(() => method.apply(storage, values)),
      ]),
    )
    return initOutgoing.call(this, device)
  }
}

/**
 * libsignal tries a message with one session after the other, and each attempt advances that session's ratchet, even a
 * failed one. When the second fits, libsignal stores the first in the state that the wrong key left, and its next
 * message is lost.
 */
function undoFailedDecryptions(): void {
  cipherPrototype.decryptWithSessions = async function (data, sessions) {
    for (const session of sessions) {
      const before = sessions.length > 1 ? session.serialize() : null
      try {
        const plaintext = await this.doDecryptWhisperMessage(data, session)
        session.indexInfo.used = Date.now()
        return { session, plaintext }
      } catch {
        // A failed attempt is expected; when all fail, the throw below reports it.
        if (before !== null) Object.assign(session, session.constructor.deserialize(before))
      }
    }
    throw new Error('No matching sessions found for message')
  }
}

/**
 * Chains that are retained per session; the Signal protocol's own reference retains five. Late messages from older
 * chains cannot be read.
 */
const closedChainsKept = 40

/** libsignal never removes a chain: each ratchet turn adds 105 bytes to write with every message. */
function forgetOldChains(): void {
  const { storeRecord } = cipherPrototype
  cipherPrototype.storeRecord = function (record) {
    for (const { _chains: chains } of Object.values(record.sessions)) {
      const closed = Object.keys(chains).filter((id) => chains[id]?.chainKey.key === undefined)
      for (const id of closed.slice(0, -closedChainsKept)) delete chains[id]
    }
    return storeRecord.call(this, record)
  }
}

/** libsignal calls its own check with a flag that makes it accept any signature. */
function verifySignedPreKey({ identityKey, signedPreKey: { publicKey, signature } }: KeyBundle): void {
  if (!Curve.verify(identityKey, publicKey, signature)) throw new Error('the signature of a pre-key is wrong')
}

/** Skipped group keys are loaded as plain objects, which made every late group message fail. */
function restoreSkippedGroupKeys(): void {
  const { removeSenderMessageKey } = SenderKeyState.prototype
  SenderKeyState.prototype.removeSenderMessageKey = function (iteration) {
    for (const kept of this.getStructure().senderMessageKeys) {
      if (kept.iteration === iteration) kept.seed = bytesOf(kept.seed)
    }
    return removeSenderMessageKey.call(this, iteration)
  }
}

function bytesOf(seed: unknown): Buffer {
  if (Buffer.isBuffer(seed)) return seed
  if (typeof seed === 'object' && seed !== null && 'data' in seed && Array.isArray(seed.data))
    return Buffer.from(seed.data)
  if (seed instanceof Uint8Array) return Buffer.from(seed)
  throw new Error('a skipped group key has an unknown shape')
}

/**
 * Their dictionary of tokens is a plain object: a text that every object has as a property (`constructor`, `__proto__`)
 * was written as a nonexistent token. A phone with such a message id made us answer with a broken stanza, at each
 * delivery.
 */
function restrictLogFields(): void {
  Object.setPrototypeOf(TOKEN_MAP, null)
}
