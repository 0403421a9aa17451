import type { proto } from 'baileys'
import { proto as protocol } from 'baileys'
import { deliver } from './delivery'
import { inTurn, recordError, type Service, seconds, troubleOf } from './service'
import {
  type Ciphertext,
  dropSession,
  encrypt,
  hasSession,
  openSession,
  type SignalParty,
} from './signal/party'
import { encryptForGroup } from './signal/sender-keys'
import { isSigned } from './signal/signatures'
import { type BinaryNode, node } from './wire/nodes'
import {
  type Account,
  type Contact,
  chatWith,
  type Device,
  deviceAddress,
  devicesOf,
  type SentMessage,
  takePreKey,
} from './world'

/** A contact's message to a shop: kept for a resend, then encrypted for each linked device. */
export function postMessage(
  service: Service,
  contact: Contact,
  account: Account,
  id: string,
  sent: SentMessage,
) {
  chatWith(contact, account.phone).sent[id] = sent
  return inTurn(service, contact.phone, async () => {
    const message = protocol.Message.decode(sent.message)
    if (sent.groupJid) return postToGroup(service, contact, account, id, message, sent.groupJid)
    for (const device of devicesOf(account)) await postToDevice(service, contact, account, device, id, sent)
  })
}

/** Sends a kept message again after the product said that it could not decrypt it. */
export async function postAgain(
  service: Service,
  contact: Contact,
  account: Account,
  device: Device,
  id: string,
) {
  const sent = chatWith(contact, account.phone).sent[id]
  if (!sent) return recordError(service, `retry receipt for ${id}, which ${contact.phone} never sent`)
  service.stats.resentByContacts++
  if (!sent.groupJid) return postToDevice(service, contact, account, device, id, sent)
  // A group message is repeated to the one device that missed it, with the sender key inside.
  const message = protocol.Message.decode(sent.message)
  const { distribution } = await encryptForGroup(contact.senderKeys, contact.phone, sent.groupJid, message)
  const repeated = { ...message, senderKeyDistributionMessage: distributionOf(sent.groupJid, distribution) }
  const ciphertext = await encryptFor(service, contact.party, account, device, repeated)
  const attrs = groupAttributes(service, contact, id, sent.groupJid)
  deliver(service, account, device, node('message', attrs, [encNode(ciphertext, { count: '1' })]))
}

/** The owner writes on the handset: linked devices see it as a message sent elsewhere. */
export async function postFromHandset(
  service: Service,
  account: Account,
  to: Contact,
  id: string,
  text: string,
) {
  const message = { deviceSentMessage: { destinationJid: to.jid, message: { conversation: text } } }
  for (const device of devicesOf(account)) {
    const ciphertext = await encryptFor(service, account.party, account, device, message)
    const attrs = {
      from: account.jid,
      recipient: to.jid,
      recipient_lid: to.lid,
      id,
      type: 'text',
      notify: account.name,
      t: seconds(service),
    }
    deliver(service, account, device, node('message', attrs, [encNode(ciphertext)]))
  }
}

/** The handset speaks to one of its own linked devices: history, keys. */
export async function postToOwnDevice(
  service: Service,
  account: Account,
  device: Device,
  id: string,
  protocolMessage: proto.Message.IProtocolMessage,
) {
  const ciphertext = await encryptFor(service, account.party, account, device, { protocolMessage })
  const attrs = { from: account.jid, id, type: 'text', category: 'peer', t: seconds(service) }
  deliver(service, account, device, node('message', attrs, [encNode(ciphertext)]))
}

/** Forgets the session with a device, so that the next message opens a new one. */
export function startAfresh(party: SignalParty, account: Account, device: Device): void {
  dropSession(party, deviceAddress(account, device))
}

async function postToDevice(
  service: Service,
  contact: Contact,
  account: Account,
  device: Device,
  id: string,
  { message, addressing }: SentMessage,
) {
  const decoded = protocol.Message.decode(message)
  const ciphertext = await encryptFor(service, contact.party, account, device, decoded)
  spoilIfAsked(service, account, ciphertext)
  const sender =
    addressing === 'lid'
      ? { from: contact.lid, sender_pn: contact.jid, addressing_mode: 'lid' }
      : { from: contact.jid, sender_lid: contact.lid, addressing_mode: 'pn' }
  const attrs = { ...sender, id, type: typeOf(decoded), notify: contact.name, t: seconds(service) }
  deliver(service, account, device, node('message', attrs, [encNode(ciphertext)]))
}

/** Every group message carries the sender key too; a device that has it already ignores it. */
async function postToGroup(
  service: Service,
  contact: Contact,
  account: Account,
  id: string,
  message: proto.IMessage,
  groupJid: string,
) {
  const { distribution, bytes } = await encryptForGroup(contact.senderKeys, contact.phone, groupJid, message)
  const senderKey = { senderKeyDistributionMessage: distributionOf(groupJid, distribution) }
  for (const device of devicesOf(account)) {
    const key = await encryptFor(service, contact.party, account, device, senderKey)
    const encs = [encNode(key), node('enc', { v: '2', type: 'skmsg' }, bytes)]
    deliver(service, account, device, node('message', groupAttributes(service, contact, id, groupJid), encs))
  }
}

async function encryptFor(
  service: Service,
  party: SignalParty,
  account: Account,
  device: Device,
  message: proto.IMessage,
): Promise<Ciphertext> {
  const address = deviceAddress(account, device)
  if (!hasSession(party, address)) {
    const { identity, signedPreKey } = device.keys
    const signedKey = Buffer.concat([Buffer.from([5]), signedPreKey.publicKey])
    if (!isSigned(identity, signedKey, signedPreKey.signature)) {
      recordError(service, `device ${address} published a signed pre-key with a wrong signature`)
    }
    await openSession(party, address, { ...device.keys, preKey: takePreKey(device) })
  }
  return encrypt(party, address, message)
}

function spoilIfAsked(service: Service, account: Account, { bytes }: Ciphertext): void {
  const trouble = troubleOf(service, account.phone)
  if (trouble.spoilNext === 0) return
  trouble.spoilNext--
  const at = bytes.length - 3
  bytes[at] = (bytes[at] ?? 0) ^ 0xff
}

function encNode({ kind, bytes }: Ciphertext, more: Record<string, string> = {}): BinaryNode {
  return node('enc', { v: '2', type: kind, ...more }, bytes)
}

function groupAttributes(service: Service, contact: Contact, id: string, groupJid: string) {
  return {
    from: groupJid,
    participant: contact.jid,
    participant_lid: contact.lid,
    addressing_mode: 'pn',
    id,
    type: 'text',
    notify: contact.name,
    t: seconds(service),
  }
}

function distributionOf(groupId: string, axolotlSenderKeyDistributionMessage: Uint8Array) {
  return { groupId, axolotlSenderKeyDistributionMessage }
}

function typeOf(message: proto.IMessage): string {
  return message.imageMessage || message.documentMessage || message.audioMessage || message.videoMessage
    ? 'media'
    : 'text'
}
