import { createCipheriv, createDecipheriv, generateKeyPairSync, pbkdf2Sync } from 'node:crypto'
import type { Connection, Pairing } from '../connection'
import { notify } from '../notices'
import { agree, derive } from '../protocol-sums'
import type { Service } from '../service'
import { attribute, bytesIn, need, node, userOf } from '../wire/nodes'
import type { Account } from '../world'
import type { IqHandlers } from './iq'
import { link, noticeOf } from './pairing'

const SALT_BYTES = 32
const IV_BYTES = 16
const GCM_IV_BYTES = 12
const TAG_BYTES = 16
const LETTERS_ROUNDS = 131_072
const KNOWN_NAME =
  /^(Chrome|Edge|Firefox|IE|Opera|Safari|Ubuntu) \((Windows|Mac OS|Linux|Ubuntu|Debian|Chrome OS)\)$/
const BAD_REQUEST = { code: '400', text: 'bad-request' }

/** Linking with eight letters instead of a QR code: the two messages of the companion. */
export const linkCodeHandlers: IqHandlers = {
  'set md link_code_companion_reg': (service, connection, iq) => {
    const { pairing } = connection
    if (!pairing) throw new Error('pairing code asked for by a linked device')
    const request = need(iq, 'link_code_companion_reg')
    if (request.attrs.stage === 'companion_hello') return takeHello(service, pairing, request)
    return takeFinish(pairing, request)
  },
}

function takeHello(service: Service, pairing: Pairing, request: ReturnType<typeof need>) {
  const { knownName, zeroNonce, refuseLetters } = service.linkingRules
  const isRefused =
    (knownName && !KNOWN_NAME.test(bytesIn(request, 'companion_platform_display').toString())) ||
    (zeroNonce && !bytesIn(request, 'link_code_pairing_nonce').equals(Buffer.from([0])))
  if (isRefused || refuseLetters > 0) {
    service.stats.refusedLetters++
    service.happenings.tell({ kind: 'companions' })
    return refuseLetters > 0 ? { code: String(refuseLetters), text: 'refused' } : BAD_REQUEST
  }
  const phone = userOf(attribute(request, 'jid'))
  const ref = service.chance.bytes(24).toString('base64')
  const wrappedKey = bytesIn(request, 'link_code_pairing_wrapped_companion_ephemeral_pub')
  pairing.linkCode = { phone, ref, wrappedKey }
  service.happenings.tell({ kind: 'companions' })
  const answer = node('link_code_pairing_ref', {}, Buffer.from(ref))
  return [node('link_code_companion_reg', { stage: 'companion_hello' }, [answer])]
}

function takeFinish(pairing: Pairing, request: ReturnType<typeof need>) {
  const { linkCode } = pairing
  if (!linkCode) throw new Error('companion_finish without companion_hello')
  const isSame =
    bytesIn(request, 'link_code_pairing_ref').toString() === linkCode.ref &&
    bytesIn(request, 'companion_identity_public').equals(pairing.keys.identity)
  if (!isSame) return BAD_REQUEST
  // The phone continues after this answer is sent: `pair-success` must not overtake it.
  linkCode.bundle = bytesIn(request, 'link_code_pairing_wrapped_key_bundle')
  return []
}

/**
 * The owner types the code: both sides prove that they know it, agree on the secret, and pairing continues as with QR.
 */
export async function pairByCode(service: Service, account: Account, code: string): Promise<void> {
  const asking = [...service.connections].find(({ pairing }) => pairing?.linkCode?.phone === account.phone)
  if (!asking?.pairing?.linkCode) throw new Error('no companion asks to be linked to this number')
  const { linkCode } = asking.pairing
  if (asking.pairing.isTooOld) throw new Error('could not link: the version of WhatsApp Web is too old')
  if (service.linkingRules.withdrawLetters) {
    notifyRegistration(service, asking, { stage: 'refresh_code' }, [])
    delete asking.pairing.linkCode
    throw new Error('could not link: ask for another code')
  }
  delete linkCode.bundle
  const companionKey = unwrapKey(linkCode.wrappedKey, code)
  const ephemeral = x25519Pair()
  const ref = node('link_code_pairing_ref', {}, Buffer.from(linkCode.ref))
  // Sent beside the phone's half, as a forerunner of the passkey or after a wrong code.
  const keyless = () => notifyRegistration(service, asking, { stage: 'primary_hello' }, [ref])
  if (service.linkingRules.keylessRegistration) keyless()
  notifyRegistration(service, asking, { stage: 'primary_hello' }, [
    ref,
    node('link_code_pairing_wrapped_primary_ephemeral_pub', {}, wrapKey(service, ephemeral.public, code)),
    node('primary_identity_pub', {}, account.party.identity.public),
  ])
  const bundle = await bundleFrom(service, asking)
  if (service.linkingRules.keylessRegistration) keyless()
  const shared = agree(ephemeral.private, companionKey)
  const plain = openBundle(bundle, shared)
  const companionIdentity = plain.subarray(0, 32)
  const { identity } = account.party
  if (
    !companionIdentity.equals(asking.pairing.keys.identity) ||
    !plain.subarray(32, 64).equals(identity.public)
  )
    throw new Error('wrong pairing code')
  const identityShared = agree(identity.private, companionIdentity)
  const input = Buffer.concat([shared, identityShared, plain.subarray(64)])
  await link(service, asking, account, derive(input, Buffer.alloc(0), 'adv_secret', 32))
}

function notifyRegistration(
  service: Service,
  connection: Connection,
  attrs: { stage: string },
  content: ReturnType<typeof node>[],
): void {
  const notice = noticeOf(service, 'link_code_companion_reg')
  notify(service, connection, notice, [node('link_code_companion_reg', attrs, content)])
}

/** PBKDF2 with SHA-256 over the letters. */
function keyOf(code: string, salt: Uint8Array): Buffer {
  return pbkdf2Sync(code, salt, LETTERS_ROUNDS, 32, 'sha256')
}

function unwrapKey(wrapped: Buffer, code: string): Buffer {
  const salt = wrapped.subarray(0, SALT_BYTES)
  const iv = wrapped.subarray(SALT_BYTES, SALT_BYTES + IV_BYTES)
  return createDecipheriv('aes-256-ctr', keyOf(code, salt), iv).update(
    wrapped.subarray(SALT_BYTES + IV_BYTES),
  )
}

function wrapKey(service: Service, publicKey: Uint8Array, code: string): Buffer {
  const salt = service.chance.bytes(SALT_BYTES)
  const iv = service.chance.bytes(IV_BYTES)
  return Buffer.concat([salt, iv, createCipheriv('aes-256-ctr', keyOf(code, salt), iv).update(publicKey)])
}

function x25519Pair(): { private: Buffer; public: Buffer } {
  const { privateKey, publicKey } = generateKeyPairSync('x25519')
  return {
    private: privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32),
    public: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32),
  }
}

function bundleFrom(service: Service, asking: Connection): Promise<Buffer> {
  return service.happenings.until('the companion answers the pairing code', () => {
    if (!service.connections.has(asking)) throw new Error('the companion went away')
    return asking.pairing?.linkCode?.bundle
  })
}

/** The bundle opens only when both sides derived their keys from the same code. */
function openBundle(bundle: Buffer, shared: Buffer): Buffer {
  const salt = bundle.subarray(0, SALT_BYTES)
  const iv = bundle.subarray(SALT_BYTES, SALT_BYTES + GCM_IV_BYTES)
  const key = derive(shared, salt, 'link_code_pairing_key_bundle_encryption_key', 32)
  const decipher = createDecipheriv('aes-256-gcm', key, iv)
  decipher.setAuthTag(bundle.subarray(-TAG_BYTES))
  try {
    const sealed = bundle.subarray(SALT_BYTES + GCM_IV_BYTES, -TAG_BYTES)
    return Buffer.concat([decipher.update(sealed), decipher.final()])
  } catch (cause) {
    throw new Error('wrong pairing code', { cause })
  }
}
