import { createHmac } from 'node:crypto'
import { Curve, jidEncode, proto } from 'baileys'
import type { ClientPayload, Connection, Pairing } from '../connection'
import { type Service, seconds } from '../service'
import { isSigned } from '../signal/signatures'
import { type BinaryNode, bigEndian, bytesIn, child, node, SERVER, userOf } from '../wire/nodes'
import type { Account } from '../world'

const ACCOUNT_SIGNATURE = Buffer.from([6, 0])
const DEVICE_SIGNATURE = Buffer.from([6, 1])
/** `ref,noise key,identity key,secret,platform` after the `#` of the link. */
const QR_FIELDS = 5

/** A companion that is linked to nothing asks to be: it is given what its QR codes begin with. */
export function offerPairing(service: Service, connection: Connection, payload: ClientPayload): void {
  const data = payload.devicePairingData
  if (!data?.eIdent || !data.eRegid || !data.eSkeyId || !data.eSkeyVal || !data.eSkeySig) {
    throw new Error('registration without keys')
  }
  const refs = Array.from(
    { length: service.qrCodes },
    () => `2@${service.chance.bytes(48).toString('base64')}`,
  )
  const props = data.deviceProps && proto.DeviceProps.decode(data.deviceProps)
  connection.pairing = {
    keys: {
      registrationId: bigEndian(data.eRegid),
      identity: Buffer.from(data.eIdent),
      signedPreKey: {
        keyId: bigEndian(data.eSkeyId),
        publicKey: Buffer.from(data.eSkeyVal),
        signature: Buffer.from(data.eSkeySig),
      },
    },
    browser: props?.os ?? 'navegador',
    wantsFullHistory: props?.requireFullSync === true,
    refs: new Set(refs),
  }
  const nodes = refs.map((ref) => node('ref', {}, Buffer.from(ref)))
  const attrs = { from: SERVER, type: 'set', id: iqId(service), xmlns: 'md' }
  connection.send(node('iq', attrs, [node('pair-device', {}, nodes)]))
  service.happenings.tell({ kind: 'companions' })
}

/** Reads the text of a QR code and finds the companion that shows it. Its keys must be those of that connection. */
export function readQr(
  service: Service,
  text: string,
): { connection: Connection; pairing: Pairing; advSecret: Buffer } {
  const fields = text
    .slice(text.indexOf('#') + 1)
    .trim()
    .split(',')
  const [ref = '', noiseKey = '', identity = '', secret = ''] = fields
  if (fields.length !== QR_FIELDS)
    throw new Error(`a QR code has ${QR_FIELDS} fields, this has ${fields.length}`)
  const connection = [...service.connections].find((candidate) => candidate.pairing?.refs.has(ref))
  if (!connection?.pairing) throw new Error('QR code expired, or not of this simulator')
  if (!Buffer.from(noiseKey, 'base64').equals(connection.noise.clientStatic)) {
    throw new Error('QR code names another noise key than its connection')
  }
  if (!Buffer.from(identity, 'base64').equals(connection.pairing.keys.identity)) {
    throw new Error('QR code names another identity key than its registration')
  }
  return { connection, pairing: connection.pairing, advSecret: Buffer.from(secret, 'base64') }
}

/**
 * The handset agrees: it signs the companion's identity and sends that under the secret from the code. Settles when
 * the companion has signed in return, or has gone away because it did not believe us.
 */
export function agreeToPair(
  service: Service,
  connection: Connection,
  pairing: Pairing,
  account: Account,
  advSecret: Buffer,
) {
  if (pairing.offer) throw new Error('this companion is being linked already')
  const deviceId = account.nextDevice++
  const details = proto.ADVDeviceIdentity.encode({
    rawId: service.chance.bytes(4).readUInt32BE(),
    timestamp: Number(seconds(service)),
    keyIndex: deviceId,
  }).finish()
  const { identity } = account.party
  const signedDetails = Buffer.concat([ACCOUNT_SIGNATURE, details, pairing.keys.identity])
  const signed = proto.ADVSignedDeviceIdentity.encode({
    details,
    accountSignatureKey: identity.public,
    accountSignature: Curve.sign(identity.private, signedDetails),
  }).finish()
  const hmac = createHmac('sha256', advSecret).update(signed).digest()
  const envelope = Buffer.from(proto.ADVSignedDeviceIdentityHMAC.encode({ details: signed, hmac }).finish())
  const id = iqId(service)
  pairing.refs.clear()
  const settled = new Promise<void>((resolve, reject) => {
    const settle = (outcome: Error | 'paired') => (outcome === 'paired' ? resolve() : reject(outcome))
    pairing.offer = { iqId: id, account, deviceId, details, settle }
  })
  connection.send(pairSuccess(service, id, account, deviceId, envelope))
  service.happenings.tell({ kind: 'companions' })
  return settled
}

/** The companion's answer to `pair-success`: only with its true signature is it linked, and told to log in. */
export function finishPairing(service: Service, connection: Connection, answer: BinaryNode): void {
  const { pairing } = connection
  if (!pairing?.offer) throw new Error('answer to an offer that was never made')
  const { account, deviceId, details, settle } = pairing.offer
  const sign = child(answer, 'pair-device-sign')
  if (!sign) {
    settle(new Error('the companion refused the link'))
    return
  }
  const { deviceSignature } = proto.ADVSignedDeviceIdentity.decode(bytesIn(sign, 'device-identity'))
  const signed = Buffer.concat([
    DEVICE_SIGNATURE,
    details,
    pairing.keys.identity,
    account.party.identity.public,
  ])
  if (!deviceSignature || !isSigned(pairing.keys.identity, signed, deviceSignature)) {
    const forged = new Error('forged device signature')
    service.stats.errors.push(forged.message)
    settle(forged)
    connection.noise.close()
    return
  }
  account.devices[deviceId] = {
    id: deviceId,
    noiseKey: connection.noise.clientStatic,
    keys: pairing.keys,
    preKeys: {},
    needsHistory: true,
    wantsFullHistory: pairing.wantsFullHistory,
    queue: [],
    owedNacks: {},
  }
  delete pairing.offer
  connection.end(node('stream:error', { code: '515' }))
  settle('paired')
  service.happenings.tell({ kind: 'phone', phone: account.phone })
}

/** An id for a question of the server's own. */
export function iqId(service: Service): string {
  return service.chance.bytes(6).toString('hex')
}

/** `pair-success` must be the first child of its iq. */
function pairSuccess(
  service: Service,
  id: string,
  account: Account,
  deviceId: number,
  envelope: Buffer,
): BinaryNode {
  const device = {
    jid: jidEncode(account.phone, SERVER, deviceId),
    lid: jidEncode(userOf(account.lid), 'lid', deviceId),
  }
  const content = [
    node('device-identity', {}, envelope),
    node('platform', { name: 'smba' }),
    node('biz', { name: account.name }),
    node('device', device),
  ]
  const attrs = { from: SERVER, type: 'set', id, t: seconds(service) }
  return node('iq', attrs, [node('pair-success', {}, content)])
}
