import { AsyncLocalStorage } from 'node:async_hooks'
import { Curve, proto, WA_CERT_DETAILS } from 'baileys'
import { SenderKeyMessage } from 'baileys/lib/Signal/Group/sender-key-message.js'
import { SenderKeyState } from 'baileys/lib/Signal/Group/sender-key-state.js'
import { TOKEN_MAP } from 'baileys/lib/WABinary/constants.js'
import * as libsignal from 'libsignal'
import { isValidSignature } from './signature'

/** Patches faults of Baileys 7.0.0-rc14 and libsignal 6.0.0. `harden.test.ts` fails if a patch has no effect. */
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
  removeTokenMapPrototype()
}
let isHardened = false

/** Replaces Baileys' `Curve.verify`, which always returns true, and its slow check of group messages. */
function verifySignatures(): void {
  Curve.verify = (publicKey, message, signature) => {
    try {
      return isValidSignature(publicKey, message, signature)
    } catch {
      return false // OpenSSL cannot parse the key, so the signature is not valid
    }
  }
  SenderKeyMessage.prototype.verifySignature = function (signatureKey) {
    const bytes = this.serialize()
    if (!isValidSignature(signatureKey, bytes.subarray(0, -64), bytes.subarray(-64)))
      throw new Error('the signature of a group message is wrong')
  }
}

/**
 * Baileys verifies the server's certificate chain, but not that it certifies the key of the handshake. Baileys passes
 * this key to `sharedKey`, and verifies the intermediate certificate last. This patch compares the keys at that moment.
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
// The published types omit these members. harden.test.ts fails when they disappear.
const recordPrototype = libsignal.SessionRecord.prototype as unknown as SessionRecordInside
const cipherPrototype = libsignal.SessionCipher.prototype as unknown as SessionCipherInside
const builderPrototype = libsignal.SessionBuilder.prototype as unknown as SessionBuilderInside

const closedSessionsKept = 40

/** libsignal prints sessions, private keys included, when one is opened, closed or removed. The replacements do not. */
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

/** Prefixes of messages that libsignal logs with stack traces, although the events need no action. */
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
 * Replaces libsignal's global job queue by direct calls; our lock per connection makes it unnecessary. The queue runs a
 * waiting job in another caller's async context, so that keys of one connection could join another's unit of work.
 * `initOutgoing` still uses the queue, so its storage calls are moved back to the caller's context.
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
 * libsignal tries each session of a contact, and a failed try advances the session's ratchet. This function restores
 * the session. Otherwise the wrong state would be stored, and the next message would be lost.
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
        // Usually one of several sessions fails, so the error is ignored. If all fail, the function throws at its end.
        if (before !== null) Object.assign(session, session.constructor.deserialize(before))
      }
    }
    throw new Error('No matching sessions found for message')
  }
}

/** How many old ratchet chains each session keeps for late messages. Signal's own implementation keeps five. */
const closedChainsKept = 40

/** Deletes old ratchet chains. libsignal keeps all, so that each ratchet step adds 105 bytes to every later write. */
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

/** Throws if a pre-key's signature is wrong. libsignal calls its own check with a flag that accepts any signature. */
function verifySignedPreKey({ identityKey, signedPreKey: { publicKey, signature } }: KeyBundle): void {
  if (!Curve.verify(identityKey, publicKey, signature)) throw new Error('the signature of a pre-key is wrong')
}

/** Converts the seeds of skipped group keys to bytes. Baileys loads objects, which cannot decrypt late messages. */
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

/** With its prototype, Baileys' dictionary would encode a message id such as `constructor` as an invalid token. */
function removeTokenMapPrototype(): void {
  Object.setPrototypeOf(TOKEN_MAP, null)
}
