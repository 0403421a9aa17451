import { aesDecryptCTR, aesDecryptGCM, aesEncryptCTR, Curve, derivePairingCodeKey, hkdf } from 'baileys'
import type { Connection } from '../connection'
import { type Service, seconds } from '../service'
import { attribute, bytesIn, need, node, SERVER, userOf } from '../wire/nodes'
import type { Account } from '../world'
import type { IqHandlers } from './iq'
import { agreeToPair, iqId } from './pairing'

const SALT_BYTES = 32
const IV_BYTES = 16
const GCM_IV_BYTES = 12

/** Linking with eight letters instead of a QR code: the two messages of the companion. */
export const linkCodeHandlers: IqHandlers = {
  'set md link_code_companion_reg': (service, connection, iq) => {
    const { pairing } = connection
    if (!pairing) throw new Error('pairing code asked for by a linked device')
    const request = need(iq, 'link_code_companion_reg')
    if (request.attrs.stage === 'companion_hello') {
      const phone = userOf(attribute(request, 'jid'))
      const ref = service.chance.bytes(24).toString('base64')
      const wrappedKey = bytesIn(request, 'link_code_pairing_wrapped_companion_ephemeral_pub')
      pairing.linkCode = { phone, ref, wrappedKey }
      service.happenings.tell({ kind: 'companions' })
      const answer = node('link_code_pairing_ref', {}, Buffer.from(ref))
      return [node('link_code_companion_reg', { stage: 'companion_hello' }, [answer])]
    }
    if (!pairing.linkCode) throw new Error('companion_finish without companion_hello')
    pairing.linkCode.bundle = bytesIn(request, 'link_code_pairing_wrapped_key_bundle')
    service.happenings.tell({ kind: 'companions' })
    return []
  },
}

/** The owner types the code: both sides prove that they know it, agree on the secret, and pairing goes on as with QR. */
export async function pairByCode(service: Service, account: Account, code: string): Promise<void> {
  const asking = [...service.connections].find(({ pairing }) => pairing?.linkCode?.phone === account.phone)
  if (!asking?.pairing?.linkCode) throw new Error('no companion asks to be linked to this number')
  const { pairing } = asking
  const { linkCode } = asking.pairing
  delete linkCode.bundle
  const companionKey = await unwrapKey(linkCode.wrappedKey, code)
  const ephemeral = Curve.generateKeyPair()
  asking.send(primaryHello(service, account, linkCode.ref, await wrapKey(service, ephemeral.public, code)))
  const bundle = await bundleFrom(service, asking)
  const shared = Curve.sharedKey(ephemeral.private, companionKey)
  const plain = openBundle(bundle, shared)
  const identityShared = Curve.sharedKey(account.party.identity.private, plain.subarray(0, 32))
  const secret = hkdf(Buffer.concat([shared, identityShared, plain.subarray(64)]), 32, { info: 'adv_secret' })
  await agreeToPair(service, asking, pairing, account, Buffer.from(secret))
}

async function unwrapKey(wrapped: Buffer, code: string): Promise<Buffer> {
  const salt = wrapped.subarray(0, SALT_BYTES)
  const iv = wrapped.subarray(SALT_BYTES, SALT_BYTES + IV_BYTES)
  return aesDecryptCTR(wrapped.subarray(SALT_BYTES + IV_BYTES), await derivePairingCodeKey(code, salt), iv)
}

async function wrapKey(service: Service, publicKey: Uint8Array, code: string): Promise<Buffer> {
  const salt = service.chance.bytes(SALT_BYTES)
  const iv = service.chance.bytes(IV_BYTES)
  return Buffer.concat([salt, iv, aesEncryptCTR(publicKey, await derivePairingCodeKey(code, salt), iv)])
}

function primaryHello(service: Service, account: Account, ref: string, wrappedKey: Buffer) {
  const content = [
    node('link_code_pairing_ref', {}, Buffer.from(ref)),
    node('link_code_pairing_wrapped_primary_ephemeral_pub', {}, wrappedKey),
    node('primary_identity_pub', {}, account.party.identity.public),
  ]
  const attrs = { from: SERVER, type: 'link_code_companion_reg', id: iqId(service), t: seconds(service) }
  return node('notification', attrs, [node('link_code_companion_reg', { stage: 'primary_hello' }, content)])
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
  const key = hkdf(shared, 32, { salt, info: 'link_code_pairing_key_bundle_encryption_key' })
  try {
    return aesDecryptGCM(bundle.subarray(SALT_BYTES + GCM_IV_BYTES), Buffer.from(key), iv, Buffer.alloc(0))
  } catch (cause) {
    throw new Error('wrong pairing code', { cause })
  }
}
