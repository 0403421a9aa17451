import { randomBytes } from 'node:crypto'
import {
  type AuthenticationCreds,
  aesDecryptCTR,
  aesEncryptCTR,
  aesEncryptGCM,
  type BinaryNode,
  bytesToCrockford,
  Curve,
  derivePairingCodeKey,
  getBinaryNodeChild,
  hkdf,
  jidEncode,
  type KeyPair,
  S_WHATSAPP_NET,
} from 'baileys'
import { LinkingRefused } from '../gateway'
import { baileysErrorStatusOf, whatsappRefusalCodeOf } from '../socket-news'

const lettersBytes = 5
const saltBytes = 32
const ivBytes = 16
const gcmIvBytes = 12
const answerWithinMs = 30_000
const timedOut = 408
/** Like WhatsApp Web, we answer at most three attempts of the phone for one pairing code. */
const triesPerLetters = 3
/** Since 2026, WhatsApp answers 400 unless this names a known browser and system. The phone shows another name. */
const displayName = 'Chrome (Windows)'
const chromePlatform = '1'
/** A zero byte, as WhatsApp Web sends it; Baileys sends the digit zero. */
const nonce = Buffer.from([0])

export interface PairingCodeDependencies {
  readonly creds: AuthenticationCreds
  /** Rejects when WhatsApp answers with an error; resolves to undefined after a timeout. */
  readonly query: (iq: BinaryNode, timeoutMs: number) => Promise<BinaryNode | undefined>
  readonly save: () => Promise<void>
}

export type PairingCodeOutcome = 'ignored' | 'taken' | 'withdrawn' | 'refused'

/** Linking by a pairing code: a key exchange authenticated by eight letters, which the owner types on the phone. */
export interface PairingCodeExchange {
  /** Registers a new pairing code, which invalidates earlier ones. Rejects with `LinkingRefused`. */
  request(phone: string): Promise<string>
  /** Handles the phone's part of the exchange, or WhatsApp's withdrawal. `committed` runs before our part is sent. */
  answer(notification: BinaryNode, committed: () => void): Promise<PairingCodeOutcome>
  /** True when the stored secret comes from the current pairing code. This secret signs the link and is not renewed. */
  ownsSecret(): boolean
}

interface Pending {
  readonly letters: string
  readonly jid: string
  readonly ref: Buffer
  readonly ephemeral: KeyPair
  tries: number
  ownsSecret: boolean
}

export function pairingCodeExchange({ creds, query, save }: PairingCodeDependencies): PairingCodeExchange {
  let pending: Pending | null = null
  let requests: Promise<unknown> = Promise.resolve()

  /** Runs one request at a time, since only the latest pairing code is valid. */
  function request(phone: string): Promise<string> {
    const asked = requests.then(() => register(phone))
    requests = asked.catch(() => undefined)
    return asked
  }

  async function register(phone: string): Promise<string> {
    pending = null
    const typed = bytesToCrockford(randomBytes(lettersBytes))
    const ephemeral = Curve.generateKeyPair()
    const jid = jidEncode(phone, 's.whatsapp.net')
    const answer = await requestPairingCode(
      query,
      companionHello(creds, jid, await wrapped(ephemeral.public, typed)),
    )
    const ref = bytesIn(getBinaryNodeChild(answer, 'link_code_companion_reg'), 'link_code_pairing_ref')
    if (ref === null) throw new LinkingRefused(null)
    pending = { letters: typed, jid, ref, ephemeral, tries: 0, ownsSecret: false }
    return typed
  }

  async function answer(notification: BinaryNode, committed: () => void): Promise<PairingCodeOutcome> {
    const asked = pending
    const registration = getBinaryNodeChild(notification, 'link_code_companion_reg')
    if (asked === null || registration === undefined) return 'ignored'
    const ref = bytesIn(registration, 'link_code_pairing_ref')
    if (registration.attrs.stage === 'refresh_code' && (ref === null || ref.equals(asked.ref))) {
      pending = null
      return 'withdrawn'
    }
    const primaryIdentity = bytesIn(registration, 'primary_identity_pub')
    const wrappedKey = bytesIn(registration, 'link_code_pairing_wrapped_primary_ephemeral_pub')
    // Ignores a notification without keys (it only announces a passkey request) or for another code (`ref`).
    if (primaryIdentity === null || wrappedKey === null || !ref?.equals(asked.ref)) return 'ignored'
    if (wrappedKey.length !== saltBytes + ivBytes + 32 || primaryIdentity.length !== 32) return 'ignored'
    asked.tries += 1
    if (asked.tries > triesPerLetters) return 'ignored'

    const { bundle, advSecret } = await companionHalf(creds, asked, primaryIdentity, wrappedKey)
    creds.advSecretKey = advSecret.toString('base64')
    asked.ownsSecret = true
    // The secret is committed before our part is sent, because the phone then links under this secret.
    await save()
    committed()
    try {
      await requestPairingCode(query, companionFinish(creds, asked, bundle))
      return 'taken'
    } catch (error) {
      if (!(error instanceof LinkingRefused)) throw error
      if (pending === asked) pending = null
      return 'refused'
    }
  }

  return { request, answer, ownsSecret: () => pending?.ownsSecret ?? false }
}

async function requestPairingCode(
  query: PairingCodeDependencies['query'],
  registration: BinaryNode,
): Promise<BinaryNode> {
  const iq = { tag: 'iq', attrs: { to: S_WHATSAPP_NET, type: 'set', xmlns: 'md' }, content: [registration] }
  let answer: BinaryNode | undefined
  try {
    answer = await query(iq, answerWithinMs)
  } catch (error) {
    const code = whatsappRefusalCodeOf(error)
    if (code === null && baileysErrorStatusOf(error) !== timedOut) throw error
    throw new LinkingRefused(code, { cause: error })
  }
  if (answer === undefined) throw new LinkingRefused(null)
  return answer
}

function companionHello(creds: AuthenticationCreds, jid: string, wrappedKey: Buffer): BinaryNode {
  return {
    tag: 'link_code_companion_reg',
    attrs: { jid, stage: 'companion_hello', should_show_push_notification: 'true' },
    content: [
      holding('link_code_pairing_wrapped_companion_ephemeral_pub', wrappedKey),
      holding('companion_server_auth_key_pub', creds.noiseKey.public),
      holding('companion_platform_id', Buffer.from(chromePlatform)),
      holding('companion_platform_display', Buffer.from(displayName)),
      holding('link_code_pairing_nonce', nonce),
    ],
  }
}

function companionFinish(creds: AuthenticationCreds, { jid, ref }: Pending, bundle: Buffer): BinaryNode {
  return {
    tag: 'link_code_companion_reg',
    attrs: { jid, stage: 'companion_finish' },
    content: [
      holding('link_code_pairing_wrapped_key_bundle', bundle),
      holding('companion_identity_public', creds.signedIdentityKey.public),
      holding('link_code_pairing_ref', ref),
    ],
  }
}

function holding(tag: string, content: Uint8Array): BinaryNode {
  return { tag, attrs: {}, content }
}

async function wrapped(publicKey: Uint8Array, typed: string): Promise<Buffer> {
  const salt = randomBytes(saltBytes)
  const iv = randomBytes(ivBytes)
  return Buffer.concat([salt, iv, aesEncryptCTR(publicKey, await derivePairingCodeKey(typed, salt), iv)])
}

/** Our part of the key exchange: a bundle that proves that we know the pairing code, and the secret of both sides. */
async function companionHalf(
  creds: AuthenticationCreds,
  { letters: typed, ephemeral }: Pending,
  primaryIdentity: Buffer,
  wrappedKey: Buffer,
): Promise<{ bundle: Buffer; advSecret: Buffer }> {
  const salt = wrappedKey.subarray(0, saltBytes)
  const iv = wrappedKey.subarray(saltBytes, saltBytes + ivBytes)
  const key = await derivePairingCodeKey(typed, salt)
  const primaryEphemeral = aesDecryptCTR(wrappedKey.subarray(saltBytes + ivBytes), key, iv)
  const shared = Curve.sharedKey(ephemeral.private, primaryEphemeral)
  const random = randomBytes(32)
  const bundleSalt = randomBytes(saltBytes)
  const bundleIv = randomBytes(gcmIvBytes)
  const info = 'link_code_pairing_key_bundle_encryption_key'
  const bundleKey = hkdf(shared, 32, { salt: bundleSalt, info })
  const content = Buffer.concat([creds.signedIdentityKey.public, primaryIdentity, random])
  const sealed = aesEncryptGCM(content, Buffer.from(bundleKey), bundleIv, Buffer.alloc(0))
  const identityShared = Curve.sharedKey(creds.signedIdentityKey.private, primaryIdentity)
  const advSecret = hkdf(Buffer.concat([shared, identityShared, random]), 32, { info: 'adv_secret' })
  return { bundle: Buffer.concat([bundleSalt, bundleIv, sealed]), advSecret: Buffer.from(advSecret) }
}

function bytesIn(parent: BinaryNode | undefined, tag: string): Buffer | null {
  const content = getBinaryNodeChild(parent, tag)?.content
  if (typeof content === 'string') return Buffer.from(content)
  return content instanceof Uint8Array ? Buffer.from(content) : null
}
