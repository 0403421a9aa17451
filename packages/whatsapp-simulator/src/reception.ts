import { jidDecode, proto } from 'baileys'
import type { Connection, Login } from './connection'
import { answerOwnDevice } from './own-phone'
import { showMessage } from './phone-screen'
import { askDeviceAgain, sendReceipt } from './receipts'
import { recordError, type Service, seconds, troubleOf } from './service'
import { type Ciphertext, decrypt, UsedCounterError } from './signal/party'
import { decryptFromGroup, learnSenderKey } from './signal/sender-keys'
import { isSigned } from './signal/signatures'
import { attribute, type BinaryNode, bytesOf, child, children, need, node, userOf } from './wire/nodes'
import {
  type Account,
  type Contact,
  chatWith,
  contactAt,
  contactsIn,
  type Device,
  deviceAddress,
  type Group,
} from './world'

const ACCOUNT_SIGNATURE = Buffer.from([6, 0])
const DEVICE_SIGNATURE = Buffer.from([6, 1])
/** Retry requests of a phone for one message before it gives up. */
const MAX_RETRIES = 5

/** A message of the product: the server acknowledges it, then every recipient decrypts it. */
export async function takeMessage(
  service: Service,
  connection: Connection,
  login: Login,
  message: BinaryNode,
) {
  if (!acknowledge(service, connection, login.account, message)) return
  const group = service.world.groups[message.attrs.to ?? '']
  const { account, device } = login
  const all = recipients(message)
  // The identity is the same for every recipient.
  if (all.some(({ enc }) => enc.attrs.type === 'pkmsg'))
    checkDeviceIdentity(service, account, device, message)
  for (const { jid, enc } of all) {
    await takeFor(service, login, message, jid, enc, group)
    await othersTurn()
  }
  const forAll = children(message, 'enc').find(({ attrs }) => attrs.type === 'skmsg')
  if (group && forAll) await takeInGroup(service, login, group, attribute(message, 'id'), bytesOf(forAll))
}

/** The ciphertext for one person: a message, or the sender key of later group messages. */
async function takeFor(
  service: Service,
  login: Login,
  message: BinaryNode,
  jid: string,
  enc: BinaryNode,
  group: Group | undefined,
) {
  const { account, device } = login
  const id = attribute(message, 'id')
  const ciphertext = ciphertextOf(enc)
  if (userOf(jid) === account.phone || jid === account.lid)
    return takeOwnCopy(service, account, device, id, ciphertext)
  // Baileys sends a group's key also to the sending device, because it does not know its own LID; no contact gets it.
  if (isDevice(account, device, jid)) return
  const contact = contactAt(service.world, jid)
  if (!contact) {
    service.stats.unknown.push(`message to ${jid}`)
    return
  }
  const isKeyAlone = group !== undefined && message.attrs.participant === undefined
  if (isKeyAlone) await takeGroupKey(service, contact, login, ciphertext)
  else await takeAtContact(service, contact, login, { id, ciphertext, group: group?.jid })
}

/** Yields between two members of a group, so that the server answers other clients meanwhile. */
function othersTurn(): Promise<void> {
  return new Promise((goOn) => setImmediate(goOn))
}

/** False when a fault makes the server refuse it. */
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

/** The recipients of individual ciphertexts. A repeated message is for the person who requested it. */
function recipients(message: BinaryNode): { jid: string; enc: BinaryNode }[] {
  const single = children(message, 'enc').find(({ attrs }) => attrs.type !== 'skmsg')
  const jid = message.attrs.participant ?? attribute(message, 'to')
  const participants = children(child(message, 'participants'), 'to')
  return [
    ...(single ? [{ jid, enc: single }] : []),
    ...participants.map((to) => ({ jid: attribute(to, 'jid'), enc: need(to, 'enc') })),
  ]
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
    const message = await decrypt(account.party, deviceAddress(account, device), ciphertext)
    if (message.deviceSentMessage && !account.ownCopies.includes(id)) account.ownCopies.push(id)
    await answerOwnDevice(service, account, device, message.deviceSentMessage?.message ?? message)
  } catch (cause) {
    if (cause instanceof UsedCounterError) service.stats.refusedCounters++
    else recordError(service, cause)
  }
}

function isDevice(account: Account, device: Device, jid: string): boolean {
  const decoded = jidDecode(jid)
  return decoded?.device === device.id && [account.phone, userOf(account.lid)].includes(decoded.user)
}

/** The shop's sender key for a group. A member who cannot decrypt it will request the message itself. */
async function takeGroupKey(
  service: Service,
  contact: Contact,
  { account, device }: Login,
  ciphertext: Ciphertext,
) {
  const address = deviceAddress(account, device)
  try {
    const { senderKeyDistributionMessage: key } = await decrypt(contact.party, address, ciphertext)
    const distribution = key?.axolotlSenderKeyDistributionMessage
    if (!key?.groupId || !distribution) throw new Error('a group message without its key')
    await learnSenderKey(contact.senderKeys, address, key.groupId, distribution)
  } catch (cause) {
    if (cause instanceof UsedCounterError) service.stats.refusedCounters++
    else recordError(service, cause)
  }
}

async function takeInGroup(service: Service, login: Login, group: Group, id: string, bytes: Buffer) {
  const address = deviceAddress(login.account, login.device)
  for (const contact of contactsIn(service.world, group)) {
    const open = () => decryptFromGroup(contact.senderKeys, address, group.jid, bytes)
    await arrive(service, contact, login, { id, group: group.jid, open })
    await othersTurn()
  }
}

async function takeAtContact(
  service: Service,
  contact: Contact,
  login: Login,
  { id, ciphertext, group }: { id: string; ciphertext: Ciphertext; group?: string | undefined },
) {
  const address = deviceAddress(login.account, login.device)
  const open = async () => {
    const message = await decrypt(contact.party, address, ciphertext)
    const key = message.senderKeyDistributionMessage
    const distribution = key?.axolotlSenderKeyDistributionMessage
    if (key?.groupId && distribution)
      await learnSenderKey(contact.senderKeys, address, key.groupId, distribution)
    return message
  }
  await arrive(service, contact, login, { id, group, open })
}

/** A stanza reaches the contact: decrypted and shown, or requested again. */
async function arrive(
  service: Service,
  contact: Contact,
  { account, device }: Login,
  { id, group, open }: { id: string; group?: string | undefined; open: () => Promise<proto.Message> },
) {
  const chat = chatWith(contact, group ?? account.phone)
  chat.arrivals[id] ??= { id, stanzas: 0, displays: 0, refusedCounters: 0, retries: 0 }
  const arrival = chat.arrivals[id]
  if (arrival.stanzas > 0 && arrival.retries > 0) service.stats.resentByProduct++
  arrival.stanzas++
  try {
    const message = await open()
    const isThere = arrival.displays > 0
    const shown = await showMessage(service, contact, account, {
      id,
      message,
      isThere,
      ...(group && { group }),
    })
    if (shown) arrival.displays = 1
    sendDelivered(service, contact, account, id, group)
  } catch (cause) {
    if (cause instanceof UsedCounterError) {
      arrival.refusedCounters++
      service.stats.refusedCounters++
    }
    // WhatsApp drops a repeated message silently and sends a delivered receipt.
    if (arrival.displays > 0) sendDelivered(service, contact, account, id, group)
    else if (arrival.retries < MAX_RETRIES)
      askDeviceAgain(service, contact, account, device, id, ++arrival.retries, group)
    else recordError(service, cause)
  }
  service.happenings.tell({ kind: 'chat', phone: account.phone, contact: contact.phone })
}

function sendDelivered(
  service: Service,
  contact: Contact,
  account: Account,
  id: string,
  group: string | undefined,
): void {
  if (!contact.silent) sendReceipt(service, contact, account, [id], { group })
}

/** The identity of each device that was genuine last, with the keys that have signed it. */
const genuineIdentities = new WeakMap<Device, Buffer>()

/**
 * A first message must carry the device's identity, signed by the handset for it and by itself. The same identity is
 * checked once, because a device sends it with each message until the other side has written.
 */
function checkDeviceIdentity(service: Service, account: Account, device: Device, message: BinaryNode): void {
  const identity = child(message, 'device-identity')
  if (!identity) {
    recordError(service, `pkmsg ${message.attrs.id} without device identity`)
    return
  }
  const checked = Buffer.concat([bytesOf(identity), device.keys.identity, account.party.identity.public])
  if (genuineIdentities.get(device)?.equals(checked)) return
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
  if (isGenuine) genuineIdentities.set(device, checked)
  else recordError(service, `pkmsg ${message.attrs.id} with a forged device identity`)
}
