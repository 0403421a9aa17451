import { proto } from 'baileys'
import type { Connection, Login } from './connection'
import { showMessage } from './phone-screen'
import { askDeviceAgain, sendReceipt } from './receipts'
import { recordError, type Service, seconds, troubleOf } from './service'
import { type Ciphertext, decrypt, UsedCounterError } from './signal/party'
import { isSigned } from './signal/signatures'
import { attribute, type BinaryNode, bytesOf, child, children, need, node, userOf } from './wire/nodes'
import { type Account, type Contact, chatWith, contactAt, type Device, deviceAddress } from './world'

const ACCOUNT_SIGNATURE = Buffer.from([6, 0])
const DEVICE_SIGNATURE = Buffer.from([6, 1])
/** A phone gives up on a message after asking for it this often. */
const MAX_RETRIES = 5

/** A message of the product: acknowledged by the server, then opened by everyone it was encrypted for. */
export async function takeMessage(
  service: Service,
  connection: Connection,
  login: Login,
  message: BinaryNode,
) {
  const { account, device } = login
  const id = attribute(message, 'id')
  if (!acknowledge(service, connection, account, message)) return
  for (const { jid, enc } of recipients(message)) {
    const ciphertext = ciphertextOf(enc)
    if (userOf(jid) === account.phone || jid === account.lid) {
      await takeOwnCopy(service, account, device, id, ciphertext)
      continue
    }
    const contact = contactAt(service.world, jid)
    if (!contact) {
      service.stats.unknown.push(`message to ${jid}`)
      continue
    }
    if (ciphertext.kind === 'pkmsg') checkDeviceIdentity(service, account, device, message)
    await takeAtContact(service, contact, login, id, ciphertext)
  }
}

/** False when the server was told to refuse it. */
function acknowledge(
  service: Service,
  connection: Connection,
  account: Account,
  message: BinaryNode,
): boolean {
  const trouble = troubleOf(service, account.phone)
  const refused = trouble.refuseNext.times > 0
  if (refused) trouble.refuseNext.times--
  if (!refused && trouble.loseAcks > 0) {
    trouble.loseAcks--
    return true
  }
  const { id = '', to = '' } = message.attrs
  const error = refused ? { error: String(trouble.refuseNext.code) } : {}
  connection.send(node('ack', { class: 'message', id, from: to, t: seconds(service), ...error }))
  return !refused
}

function recipients(message: BinaryNode): { jid: string; enc: BinaryNode }[] {
  const participants = child(message, 'participants')
  if (!participants) return [{ jid: attribute(message, 'to'), enc: need(message, 'enc') }]
  return children(participants, 'to').map((to) => ({ jid: attribute(to, 'jid'), enc: need(to, 'enc') }))
}

function ciphertextOf(enc: BinaryNode): Ciphertext {
  const kind = attribute(enc, 'type')
  if (kind !== 'msg' && kind !== 'pkmsg') throw new Error(`encryption ${kind} is not understood`)
  return { kind, bytes: bytesOf(enc) }
}

async function takeOwnCopy(
  service: Service,
  account: Account,
  device: Device,
  id: string,
  ciphertext: Ciphertext,
) {
  try {
    const { deviceSentMessage } = await decrypt(account.party, deviceAddress(account, device), ciphertext)
    if (deviceSentMessage && !account.ownCopies.includes(id)) account.ownCopies.push(id)
  } catch (cause) {
    if (cause instanceof UsedCounterError) service.stats.refusedCounters++
    else recordError(service, cause)
  }
}

async function takeAtContact(
  service: Service,
  contact: Contact,
  login: Login,
  id: string,
  ciphertext: Ciphertext,
) {
  const { account, device } = login
  const chat = chatWith(contact, account.phone)
  chat.arrivals[id] ??= { id, stanzas: 0, displays: 0, refusedCounters: 0, retries: 0 }
  const arrival = chat.arrivals[id]
  if (arrival.stanzas > 0 && arrival.retries > 0) service.stats.resentByProduct++
  arrival.stanzas++
  try {
    const message = await decrypt(contact.party, deviceAddress(account, device), ciphertext)
    const shown = await showMessage(service, contact, account, id, message, arrival.displays > 0)
    if (shown) arrival.displays = 1
    sendDelivered(service, contact, account, id)
  } catch (cause) {
    if (cause instanceof UsedCounterError) {
      arrival.refusedCounters++
      service.stats.refusedCounters++
    }
    // What is on the screen already needs no second copy: WhatsApp drops it quietly and says delivered.
    if (arrival.displays > 0) sendDelivered(service, contact, account, id)
    else if (arrival.retries < MAX_RETRIES)
      askDeviceAgain(service, contact, account, device, id, ++arrival.retries)
    else recordError(service, cause)
  }
  service.happenings.tell({ kind: 'chat', phone: account.phone, contact: contact.phone })
}

function sendDelivered(service: Service, contact: Contact, account: Account, id: string): void {
  if (!contact.silent) sendReceipt(service, contact, account, [id])
}

/** A first message must carry the device's identity, signed by the handset for it and by itself. */
function checkDeviceIdentity(service: Service, account: Account, device: Device, message: BinaryNode): void {
  const identity = child(message, 'device-identity')
  if (!identity) {
    recordError(service, `pkmsg ${message.attrs.id} without device identity`)
    return
  }
  const signed = proto.ADVSignedDeviceIdentity.decode(bytesOf(identity))
  const details = Buffer.from(signed.details ?? [])
  const byAccount = Buffer.concat([ACCOUNT_SIGNATURE, details, device.keys.identity])
  const byDevice = Buffer.concat([
    DEVICE_SIGNATURE,
    details,
    device.keys.identity,
    account.party.identity.public,
  ])
  const isGenuine =
    isSigned(account.party.identity.public, byAccount, signed.accountSignature ?? Buffer.alloc(0)) &&
    isSigned(device.keys.identity, byDevice, signed.deviceSignature ?? Buffer.alloc(0))
  if (!isGenuine) recordError(service, `pkmsg ${message.attrs.id} with a forged device identity`)
}
