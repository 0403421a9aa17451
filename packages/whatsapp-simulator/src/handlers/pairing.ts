import { jidEncode } from 'baileys'
import type { Connection, Pairing } from '../connection'
import { acknowledged, notify } from '../notices'
import { bytesField, field, fieldsOf, hmac, isSignedBy, signedBy } from '../protocol-sums'
import { type Service, seconds } from '../service'
import { type BinaryNode, bigEndian, bytesIn, child, node, SERVER, userOf } from '../wire/nodes'
import type { Account } from '../world'

const ACCOUNT_SIGNATURE = Buffer.from([6, 0])
const DEVICE_SIGNATURE = Buffer.from([6, 1])
/** `ref,noise key,identity key,secret,platform` after the `#` of the link. */
const QR_FIELDS = 5
const CHALLENGE_BYTES = 32
const PASSKEY_LIFETIME_MS = 600_000

/** Field numbers of WhatsApp's protobufs that linking reads and writes by hand. */
const CLIENT_PAYLOAD = { userAgent: 5, devicePairingData: 19 }
const USER_AGENT = { appVersion: 2 }
const APP_VERSION = { tertiary: 3 }
const PAIRING_DATA = { registrationId: 1, identity: 3, keyId: 4, publicKey: 5, signature: 6, deviceProps: 8 }
const DEVICE_PROPS = { os: 1, requireFullSync: 4 }
const DEVICE_IDENTITY = { rawId: 1, timestamp: 2, keyIndex: 3 }
const SIGNED_IDENTITY = { details: 1, accountSignatureKey: 2, accountSignature: 3, deviceSignature: 4 }
const SIGNED_IDENTITY_HMAC = { details: 1, hmac: 2 }

/** What an unlinked companion registers. */
interface Registration {
  readonly keys: Pairing['keys']
  /** The last part of the claimed version of WhatsApp Web. */
  readonly version: number
  readonly deviceProps: Buffer
}

/** Null: the payload is that of a login. Throws where keys are missing. */
export function registrationOf(payload: Buffer): Registration | null {
  const fields = fieldsOf(payload)
  if (!fields.has(CLIENT_PAYLOAD.devicePairingData)) return null
  const data = fieldsOf(bytesField(fields, CLIENT_PAYLOAD.devicePairingData))
  const inner = (from: Map<number, Buffer | number>, number: number) => {
    const bytes = from.get(number)
    return fieldsOf(Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0))
  }
  const version = inner(inner(fields, CLIENT_PAYLOAD.userAgent), USER_AGENT.appVersion)
  const props = data.get(PAIRING_DATA.deviceProps)
  return {
    keys: {
      registrationId: bigEndian(bytesField(data, PAIRING_DATA.registrationId)),
      identity: bytesField(data, PAIRING_DATA.identity),
      signedPreKey: {
        keyId: bigEndian(bytesField(data, PAIRING_DATA.keyId)),
        publicKey: bytesField(data, PAIRING_DATA.publicKey),
        signature: bytesField(data, PAIRING_DATA.signature),
      },
    },
    version: Number(version.get(APP_VERSION.tertiary) ?? 0),
    deviceProps: Buffer.isBuffer(props) ? props : Buffer.alloc(0),
  }
}

/** Offers an unlinked companion the references of its QR codes. */
export function offerPairing(
  service: Service,
  connection: Connection,
  { keys, version, deviceProps }: Registration,
): void {
  const { oldestVersion, refusesOldAtScan, refuseRegistration } = service.linkingRules
  const isTooOld = version < oldestVersion
  const refusal = isTooOld && !refusesOldAtScan ? 405 : refuseRegistration
  if (refusal > 0) {
    connection.end(node('failure', { reason: String(refusal), location: 'sim' }))
    return
  }
  const refs = Array.from(
    { length: service.qrCodes },
    () => `2@${service.chance.bytes(48).toString('base64')}`,
  )
  const props = fieldsOf(deviceProps)
  const os = props.get(DEVICE_PROPS.os)
  connection.pairing = {
    keys,
    browser: Buffer.isBuffer(os) ? os.toString() : 'navegador',
    wantsFullHistory: props.get(DEVICE_PROPS.requireFullSync) === 1,
    isTooOld,
    notices: new Map(),
    refreshes: 0,
    retired: new Set(),
    refs: new Set(refs),
  }
  const nodes = refs.map((ref) => node('ref', {}, Buffer.from(ref)))
  const attrs = { from: SERVER, type: 'set', id: iqId(service), xmlns: 'md' }
  connection.send(node('iq', attrs, [node('pair-device', {}, nodes)]))
  // A kind that no client knows: unknown notifications must be acknowledged all the same.
  if (service.linkingRules.acknowledgements)
    notify(service, connection, noticeOf(service, 'simulator_notice'), [node('simulator_notice')])
  service.happenings.tell({ kind: 'companions' })
}

/** Parses a QR code and finds its companion. Its keys must be those of that connection. */
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

/** The owner scans a code. Rejects with the phone's error when it does not link at once. */
export async function scan(service: Service, account: Account, text: string): Promise<void> {
  const { refresh, passesRetired } = service.linkingRules
  const { connection, pairing, advSecret } = readQr(service, text)
  if (pairing.isTooOld) throw new Error('could not link: the version of WhatsApp Web is too old')
  const secret = advSecret.toString('hex')
  const isRetired = pairing.retired.has(secret)
  if (isRetired && !passesRetired) throw new Error('could not link: the secret of this code is retired')
  if (!isRetired && pairing.refreshes < refresh) {
    pairing.refreshes += 1
    pairing.retired.add(secret)
    notify(service, connection, noticeOf(service, 'companion_reg_refresh'), [node('companion_reg_refresh')])
    throw new Error('could not link: scan the new code once more')
  }
  await link(service, connection, account, advSecret)
}

/** The phone agrees, unless the account asks for its passkey first. */
export async function link(
  service: Service,
  connection: Connection,
  account: Account,
  advSecret: Buffer,
): Promise<void> {
  if (service.linkingRules.silentPhone) throw new Error('could not link: the phone is off')
  if (service.linkingRules.passkey) {
    askForPasskey(service, connection)
    throw new Error('could not link: continue on WhatsApp Web with your passkey')
  }
  await acknowledged(service, connection)
  if (!connection.pairing) throw new Error('this connection is not being linked')
  await agreeToPair(service, connection, connection.pairing, account, advSecret)
}

function askForPasskey(service: Service, connection: Connection): void {
  const options = {
    challenge: service.chance.bytes(CHALLENGE_BYTES).toString('base64url'),
    timeout: PASSKEY_LIFETIME_MS,
    rpId: 'whatsapp.com',
    allowCredentials: [],
    userVerification: 'required',
  }
  notify(service, connection, noticeOf(service, 'passkey_prologue_request'), [
    node('passkey_request_options', {}, Buffer.from(JSON.stringify(options))),
  ])
}

/**
 * The handset agrees: it signs the companion's identity and sends that under the secret from the code. Settles when the
 * companion has signed in return, or has disconnected because it did not trust the phone.
 */
function agreeToPair(
  service: Service,
  connection: Connection,
  pairing: Pairing,
  account: Account,
  advSecret: Buffer,
) {
  if (pairing.offer) throw new Error('this companion is being linked already')
  const deviceId = account.nextDevice++
  const details = Buffer.concat([
    field(DEVICE_IDENTITY.rawId, service.chance.bytes(4).readUInt32BE()),
    field(DEVICE_IDENTITY.timestamp, Number(seconds(service))),
    field(DEVICE_IDENTITY.keyIndex, deviceId),
  ])
  const { identity } = account.party
  const signedDetails = Buffer.concat([ACCOUNT_SIGNATURE, details, pairing.keys.identity])
  const signed = Buffer.concat([
    field(SIGNED_IDENTITY.details, details),
    field(SIGNED_IDENTITY.accountSignatureKey, identity.public),
    field(SIGNED_IDENTITY.accountSignature, signedBy(identity.private, signedDetails)),
  ])
  const envelope = Buffer.concat([
    field(SIGNED_IDENTITY_HMAC.details, signed),
    field(SIGNED_IDENTITY_HMAC.hmac, hmac(advSecret, signed)),
  ])
  const id = iqId(service)
  const refs = new Set(pairing.refs)
  const isRetired = pairing.retired.has(advSecret.toString('hex'))
  pairing.refs.clear()
  const settled = new Promise<void>((resolve, reject) => {
    const settle = (outcome: Error | 'paired') => (outcome === 'paired' ? resolve() : reject(outcome))
    pairing.offer = { iqId: id, account, deviceId, details, refs, isRetired, settle }
  })
  connection.send(pairSuccess(service, id, account, deviceId, envelope))
  service.happenings.tell({ kind: 'companions' })
  return settled
}

/** The companion's answer to `pair-success`: a valid signature links it, and it must then log in. */
export function finishPairing(service: Service, connection: Connection, answer: BinaryNode): void {
  const { pairing } = connection
  if (!pairing?.offer) throw new Error('answer to an offer that was never made')
  const { account, deviceId, details, refs, isRetired, settle } = pairing.offer
  const sign = child(answer, 'pair-device-sign')
  if (!sign) {
    delete pairing.offer
    pairing.refs = new Set(refs)
    settle(new Error('the companion refused the link'))
    return
  }
  if (isRetired) {
    connection.noise.close()
    settle(new Error('could not link: the companion took a link under a retired secret'))
    return
  }
  const identity = fieldsOf(bytesIn(sign, 'device-identity'))
  const signed = Buffer.concat([
    DEVICE_SIGNATURE,
    details,
    pairing.keys.identity,
    account.party.identity.public,
  ])
  if (!isSignedBy(pairing.keys.identity, signed, bytesField(identity, SIGNED_IDENTITY.deviceSignature))) {
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
  connection.end(node('stream:error', { code: '515' }), roundTripMs)
  settle('paired')
  service.happenings.tell({ kind: 'phone', phone: account.phone })
}

/**
 * A real server's request to restart arrives after a round trip at least. zapo restarts by itself after pairing, and
 * deletes its new credentials when the request arrives before.
 */
const roundTripMs = 20

/** An id for an iq of the server. */
export function iqId(service: Service): string {
  return service.chance.bytes(6).toString('hex')
}

/** The attributes of a notification of the server. */
export function noticeOf(service: Service, type: string): { id: string; type: string; t: string } {
  return { id: iqId(service), type, t: seconds(service) }
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
  const attrs = { from: SERVER, type: 'set', id, xmlns: 'md', t: seconds(service) }
  return node('iq', attrs, [node('pair-success', {}, content)])
}
