import type { proto } from 'baileys'
import { proto as protocol } from 'baileys'
import { deliver, deliverToAll } from './delivery'
import { inTurn, recordError, type Service, stampFor, troubleOf } from './service'
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
  type Group,
  memberJid,
  type SentMessage,
  takePreKey,
} from './world'

/** A contact's message to a shop: stored for a resend, then encrypted for each linked device. */
export function postMessage(
  service: Service,
  contact: Contact,
  account: Account,
  id: string,
  sent: SentMessage,
) {
  chatWith(contact, sent.groupJid ?? account.phone).sent[id] = sent
  return inTurn(service, contact.phone, async () => {
    const message = protocol.Message.decode(sent.message)
    if (sent.groupJid) return postToGroup(service, contact, account, id, message, sent)
    for (const device of devicesOf(account)) await postToDevice(service, contact, account, device, id, sent)
  })
}

/** Sends a stored message again after the product's retry request. */
export async function postAgain(
  service: Service,
  contact: Contact,
  account: Account,
  device: Device,
  id: string,
) {
  const sent = sentMessage(contact, account, id)
  if (!sent) return recordError(service, `retry receipt for ${id}, which ${contact.phone} never sent`)
  service.stats.resentByContacts++
  if (!sent.groupJid) return postToDevice(service, contact, account, device, id, sent)
  // A group message is repeated to the one device that missed it, with the sender key inside.
  const message = protocol.Message.decode(sent.message)
  const { distribution } = await encryptForGroup(contact.senderKeys, contact.phone, sent.groupJid, message)
  const repeated = { ...message, senderKeyDistributionMessage: distributionOf(sent.groupJid, distribution) }
  const ciphertext = await encryptFor(service, contact.party, account, device, repeated)
  spoilIfAsked(service, account, ciphertext)
  const attrs = groupAttributes(service, contact, account, id, sent, message)
  deliver(service, account, device, node('message', attrs, [encNode(ciphertext, { count: '1' })]))
}

/** The contact's message under that id, to the shop or to a group. */
export function sentMessage(contact: Contact, account: Account, id: string): SentMessage | undefined {
  const inGroups = Object.keys(contact.chats).filter((place) => place.endsWith('@g.us'))
  for (const place of [account.phone, ...inGroups]) {
    const sent = chatWith(contact, place).sent[id]
    if (sent) return sent
  }
  return undefined
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
      t: stampFor(service, account),
    }
    deliver(service, account, device, node('message', attrs, [encNode(ciphertext)]))
  }
}

/** A contact's status: all who know them get it, and it belongs to no conversation. */
export function postStatus(service: Service, contact: Contact, account: Account, id: string, text: string) {
  return inTurn(service, contact.phone, async () => {
    for (const device of devicesOf(account)) {
      const ciphertext = await encryptFor(service, contact.party, account, device, { conversation: text })
      const attrs = {
        from: 'status@broadcast',
        participant: contact.jid,
        id,
        type: 'text',
        notify: contact.name,
        t: stampFor(service, account),
      }
      deliver(service, account, device, node('message', attrs, [encNode(ciphertext)]))
    }
  })
}

/** A contact's message to a list with the shop, encrypted with a sender key as other implementations do. */
export function postToList(
  service: Service,
  contact: Contact,
  account: Account,
  { id, list, text, withKey }: { id: string; list: string; text: string; withKey: boolean },
) {
  return inTurn(service, contact.phone, async () => {
    const message = { conversation: text }
    const { distribution, bytes } = await encryptForGroup(contact.senderKeys, contact.phone, list, message)
    const senderKey = { senderKeyDistributionMessage: distributionOf(list, distribution) }
    for (const device of devicesOf(account)) {
      const words = node('enc', { v: '2', type: 'skmsg' }, bytes)
      const keys = withKey
        ? [encNode(await encryptFor(service, contact.party, account, device, senderKey))]
        : []
      const attrs = {
        from: list,
        participant: contact.jid,
        participant_lid: contact.lid,
        addressing_mode: 'pn',
        id,
        type: 'text',
        notify: contact.name,
        t: stampFor(service, account),
      }
      deliver(service, account, device, node('message', attrs, [...keys, words]))
    }
  })
}

/** A channel that the owner follows posts: without encryption, because channels are public. */
export function postFromChannel(
  service: Service,
  account: Account,
  id: string,
  { text, asNotification = false }: { text: string; asNotification?: boolean },
): void {
  const plaintext = node('plaintext', {}, protocol.Message.encode({ conversation: text }).finish())
  const attrs = { from: '120363000000000000@newsletter', id, t: stampFor(service, account) }
  const stanza = asNotification
    ? node('notification', { ...attrs, type: 'newsletter' }, [
        node('message', { message_id: id }, [plaintext]),
      ])
    : node('message', { ...attrs, type: 'text' }, [plaintext])
  deliverToAll(service, account, stanza)
}

/** The handset sends to one of its own linked devices: history, keys. */
export async function postToOwnDevice(
  service: Service,
  account: Account,
  device: Device,
  id: string,
  protocolMessage: proto.Message.IProtocolMessage,
) {
  const ciphertext = await encryptFor(service, account.party, account, device, { protocolMessage })
  const attrs = { from: account.jid, id, type: 'text', category: 'peer', t: stampFor(service, account) }
  deliver(service, account, device, node('message', attrs, [encNode(ciphertext)]))
}

/** Deletes the session with a device, so that the next message opens a new one. */
export function startAfresh(party: SignalParty, account: Account, device: Device): void {
  dropSession(party, deviceAddress(account, device))
}

async function postToDevice(
  service: Service,
  contact: Contact,
  account: Account,
  device: Device,
  id: string,
  sent: SentMessage,
) {
  const decoded = protocol.Message.decode(sent.message)
  const sender =
    sent.addressing === 'lid'
      ? { from: contact.lid, sender_pn: contact.jid, addressing_mode: 'lid' }
      : { from: contact.jid, sender_lid: contact.lid, addressing_mode: 'pn' }
  const attrs = { ...sender, ...commonAttributes(service, contact, account, id, sent, decoded) }
  if (sent.withheld) return deliver(service, account, device, node('message', attrs, [withheldNode(sent)]))
  const ciphertext = await encryptFor(service, contact.party, account, device, decoded)
  spoilIfAsked(service, account, ciphertext)
  deliver(service, account, device, node('message', attrs, [encNode(ciphertext, hiding(decoded))]))
}

/** `unavailable` without a type is a message that a device can request from the phone. */
function withheldNode({ withheld }: SentMessage): BinaryNode {
  return node('unavailable', withheld === 'view-once' ? { type: 'view_once' } : {})
}

/** A message about another one needs no placeholder when it is unreadable. */
function hiding({ reactionMessage, pollUpdateMessage }: proto.IMessage): Record<string, string> {
  return reactionMessage || pollUpdateMessage ? { 'decrypt-fail': 'hide' } : {}
}

/** Every group message carries the sender key too; a device that has it already ignores it. */
async function postToGroup(
  service: Service,
  contact: Contact,
  account: Account,
  id: string,
  message: proto.IMessage,
  sent: SentMessage,
) {
  const { groupJid = '' } = sent
  const attrs = groupAttributes(service, contact, account, id, sent, message)
  const { distribution, bytes } = await encryptForGroup(contact.senderKeys, contact.phone, groupJid, message)
  spoilIfAsked(service, account, { bytes })
  const senderKey = { senderKeyDistributionMessage: distributionOf(groupJid, distribution) }
  for (const device of devicesOf(account)) {
    const key = await encryptFor(service, contact.party, account, device, senderKey)
    const encs = [encNode(key), node('enc', { v: '2', type: 'skmsg', ...hiding(message) }, bytes)]
    deliver(service, account, device, node('message', attrs, encs))
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

function spoilIfAsked(service: Service, account: Account, { bytes }: Pick<Ciphertext, 'bytes'>): void {
  const trouble = troubleOf(service, account.phone)
  if (trouble.spoilNext === 0) return
  trouble.spoilNext--
  const at = bytes.length - 3
  bytes[at] = (bytes[at] ?? 0) ^ 0xff
}

function encNode({ kind, bytes }: Ciphertext, more: Record<string, string> = {}): BinaryNode {
  return node('enc', { v: '2', type: kind, ...more }, bytes)
}

function groupAttributes(
  service: Service,
  contact: Contact,
  account: Account,
  id: string,
  sent: SentMessage,
  message: proto.IMessage,
) {
  const group = groupOf(service, sent)
  const other =
    group.addressing === 'lid' ? { participant_pn: contact.jid } : { participant_lid: contact.lid }
  return {
    from: group.jid,
    participant: memberJid(group, contact),
    ...other,
    addressing_mode: group.addressing,
    ...commonAttributes(service, contact, account, id, sent, message),
  }
}

function groupOf(service: Service, { groupJid = '' }: SentMessage): Group {
  const group = service.world.groups[groupJid]
  if (!group) throw new Error(`no group ${groupJid}`)
  return group
}

function commonAttributes(
  service: Service,
  contact: Contact,
  account: Account,
  id: string,
  { edit }: SentMessage,
  message: proto.IMessage,
) {
  const stamps = { notify: contact.name, t: stampFor(service, account) }
  return { id, type: typeOf(message), ...stamps, ...(edit && { edit }) }
}

function distributionOf(groupId: string, axolotlSenderKeyDistributionMessage: Uint8Array) {
  return { groupId, axolotlSenderKeyDistributionMessage }
}

function typeOf(message: proto.IMessage): string {
  if (message.reactionMessage) return 'reaction'
  if (message.pollCreationMessageV3 || message.pollUpdateMessage) return 'poll'
  const inner = message.viewOnceMessageV2?.message ?? message
  const media = [
    inner.imageMessage,
    inner.videoMessage,
    inner.audioMessage,
    inner.documentMessage,
    inner.stickerMessage,
    inner.contactMessage,
    inner.contactsArrayMessage,
    inner.locationMessage,
  ]
  return media.some(Boolean) ? 'media' : 'text'
}
