import { proto } from 'baileys'
import { messageId } from './chance'
import type { ChatEntry, SendOptions, SimulatedContact } from './contact'
import {
  type Composed,
  composeContacts,
  composeDeletion,
  composeEdit,
  composeLocation,
  composeMedia,
  composePoll,
  composeReaction,
  composeText,
} from './contact-messages'
import { deliverToAll } from './delivery'
import { signalCall, startCall } from './play-call'
import { groupFor } from './play-group'
import { postMessage, postStatus, postToList } from './posting'
import { askDeviceAgain, sendReceipt } from './receipts'
import { type Service, seconds, typingKey } from './service'
import { node } from './wire/nodes'
import { type Account, type Contact, chatWith, contactsIn, devicesOf } from './world'

/** A contact's phone, controlled by a test or a page. */
export function playContact(service: Service, contact: Contact): SimulatedContact {
  const at = (shop: string) => accountNamed(service, shop)
  const say = (shop: string, composed: Composed, options: SendOptions = {}, edit?: string) =>
    send(service, contact, at(shop), composed, options, edit)
  const context = (shop: string, options: SendOptions = {}) => quote(service, contact, shop, options)
  const keyOf = (shop: string, id: string, options: SendOptions = {}) =>
    keyFor(service, contact, at(shop), id, options)

  const play: SimulatedContact = {
    phone: contact.phone,
    name: contact.name,
    jid: contact.jid,
    lid: contact.lid,
    sendText: (shop, text, options) =>
      say(shop, composeText(text, context(shop, options), options?.preview), options),
    sendPicture: (shop, bytes, options) => play.sendMedia(shop, 'picture', bytes, options),
    sendMedia: async (shop, kind, bytes, options = {}) =>
      say(shop, await composeMedia(service, kind, bytes, options, context(shop, options)), options),
    sendLocation: (shop, place, options) =>
      say(shop, composeLocation(place, context(shop, options)), options),
    sendContacts: (shop, cards, options) =>
      say(shop, composeContacts(cards, context(shop, options)), options),
    sendPoll: (shop, question, choices, options) =>
      say(shop, composePoll(service, question, choices), options),
    sendMessage: (shop, message, options) => say(shop, { message }, options),
    sendToGroup: (shop, group, text, options) => play.sendText(shop, text, { ...options, group }),
    async deleteMessage(shop, id, options) {
      ownEntry(contact, shop, id, options)
      change(service, contact, shop, id, options, { deleted: true, text: '' })
      return say(shop, composeDeletion(keyOf(shop, id, options)), options, '7')
    },
    async editMessage(shop, id, text, options) {
      ownEntry(contact, shop, id, options)
      change(service, contact, shop, id, options, { edited: true, text })
      return say(shop, composeEdit(service, keyOf(shop, id, options), text), options, '1')
    },
    async react(shop, id, emoji, options) {
      const entry = entryOf(contact, shop, id, options)
      change(service, contact, shop, id, options, { reactions: { ...entry.reactions, contact: emoji } })
      return say(shop, composeReaction(service, keyOf(shop, id, options), emoji), options)
    },
    async sendToList(shop, list, text, { withKey = true } = {}) {
      await postToList(service, contact, at(shop), { id: messageId(service.chance), list, text, withKey })
    },
    async postStatus(shop, text) {
      await postStatus(service, contact, at(shop), messageId(service.chance), text)
    },
    call: (shop, options = {}) => startCall(service, contact, at(shop), options),
    signalCall: (shop, tag, attrs, sender) =>
      signalCall(service, contact, at(shop), node(tag, attrs), sender),
    chat: (shop, group) => chatWith(contact, group ?? shop).entries.map((entry) => ({ ...entry })),
    arrivals: (shop, group) =>
      Object.values(chatWith(contact, group ?? shop).arrivals).map((arrival) => ({ ...arrival })),
    read: (shop, group) => readChat(service, contact, at(shop), group),
    sayDelivered: (shop, id) => sendReceipt(service, contact, at(shop), [id]),
    play(shop, id, group) {
      entryOf(contact, shop, id, { ...(group && { group }) }).playedByContact = true
      sendReceipt(service, contact, at(shop), [id], { type: 'played', ...(group && { group }) })
      service.happenings.tell({ kind: 'chat', phone: shop, contact: contact.phone })
    },
    typing: (shop, state = 'composing') => tellOnline(service, contact, at(shop), 'chatstate', state),
    presence: (shop, state) => tellOnline(service, contact, at(shop), 'presence', state),
    shopIsTyping: (shop, group) => service.typing.has(typingKey(shop, contact.phone, group)),
    askAgain: (shop, id, group) => askAgain(service, contact, at(shop), id, group),
    get silent() {
      return contact.silent
    },
    set silent(silent) {
      contact.silent = silent
    },
  }
  return play
}

function accountNamed(service: Service, phone: string): Account {
  const account = service.world.accounts[phone]
  if (!account) throw new Error(`no phone ${phone}`)
  return account
}

/** Sends a message; with a bubble it is also shown on the contact's own screen, and on those of a group's members. */
async function send(
  service: Service,
  contact: Contact,
  account: Account,
  { message, bubble }: Composed,
  { id = messageId(service.chance), addressing = 'pn', group: groupJid, quoting, withheld }: SendOptions,
  edit?: string,
): Promise<string> {
  const group = groupJid ? groupFor(service, groupJid, contact, account) : undefined
  if (bubble) {
    const entry = { id, at: new Date(service.now()).toISOString(), ...bubble }
    const quoted = quoting && { quotedId: quoting }
    const author = group && { author: contact.phone }
    const writers = group ? contactsIn(service.world, group) : [contact]
    for (const reader of writers) {
      const { entries } = chatWith(reader, groupJid ?? account.phone)
      entries.push({ ...entry, ...quoted, ...author, from: 'contact', tick: 'sent' })
      service.happenings.tell({ kind: 'chat', phone: account.phone, contact: reader.phone })
    }
  }
  await postMessage(service, contact, account, id, {
    message: Buffer.from(proto.Message.encode(message).finish()),
    addressing,
    ...(groupJid && { groupJid }),
    ...(edit && { edit }),
    ...(withheld && { withheld }),
  })
  service.happenings.tell({ kind: 'chat', phone: account.phone, contact: contact.phone })
  return id
}

function entryOf(contact: Contact, shop: string, id: string, { group }: SendOptions = {}) {
  const entry = chatWith(contact, group ?? shop).entries.find((candidate) => candidate.id === id)
  if (!entry) throw new Error(`${contact.phone} has no message ${id}`)
  return entry
}

/** Changes a bubble on the contact's screen; of a group, on the screen of each member who has it. */
function change(
  service: Service,
  contact: Contact,
  shop: string,
  id: string,
  { group: jid }: SendOptions = {},
  what: Partial<ChatEntry>,
): void {
  const group = jid ? service.world.groups[jid] : undefined
  for (const reader of group ? contactsIn(service.world, group) : [contact]) {
    const entry = chatWith(reader, jid ?? shop).entries.find((candidate) => candidate.id === id)
    if (entry) Object.assign(entry, what)
    service.happenings.tell({ kind: 'chat', phone: shop, contact: reader.phone })
  }
}

function ownEntry(contact: Contact, shop: string, id: string, options?: SendOptions) {
  const entry = entryOf(contact, shop, id, options)
  if (entry.from !== 'contact' || (entry.author ?? contact.phone) !== contact.phone)
    throw new Error(`${contact.phone} never sent ${id}`)
  return entry
}

/** WhatsApp names a message from its sender's side; the receiver inverts it. */
function keyFor(
  service: Service,
  contact: Contact,
  account: Account,
  id: string,
  { group }: SendOptions,
): proto.IMessageKey {
  const entry = entryOf(contact, account.phone, id, { ...(group && { group }) })
  const author = entry.from === 'shop' ? account : service.world.contacts[entry.author ?? contact.phone]
  const fromMe = author === contact
  if (!group) return { remoteJid: account.jid, fromMe, id }
  return { remoteJid: group, fromMe, id, ...(!fromMe && author && { participant: author.jid }) }
}

function quote(
  service: Service,
  contact: Contact,
  shop: string,
  { quoting, group }: SendOptions,
): proto.IContextInfo | undefined {
  if (!quoting) return undefined
  const quoted = entryOf(contact, shop, quoting, { ...(group && { group }) })
  return {
    stanzaId: quoting,
    participant: authorJid(service, contact, shop, quoted),
    quotedMessage: { conversation: quoted.text },
  }
}

function authorJid(service: Service, contact: Contact, shop: string, { from, author }: ChatEntry): string {
  if (from === 'shop') return accountNamed(service, shop).jid
  return (author && service.world.contacts[author]?.jid) || contact.jid
}

function readChat(service: Service, contact: Contact, account: Account, group?: string): string[] {
  const unread = chatWith(contact, group ?? account.phone).entries.filter(
    ({ from, readByContact }) => from === 'shop' && !readByContact,
  )
  for (const entry of unread) entry.readByContact = true
  const ids = unread.map(({ id }) => id)
  sendReceipt(service, contact, account, ids, { type: 'read', ...(group && { group }) })
  if (ids.length > 0) service.happenings.tell({ kind: 'chat', phone: account.phone, contact: contact.phone })
  return ids
}

function askAgain(service: Service, contact: Contact, account: Account, id: string, group?: string): void {
  const arrival = chatWith(contact, group ?? account.phone).arrivals[id]
  if (!arrival) throw new Error(`${contact.phone} never received ${id}`)
  arrival.retries++
  for (const device of devicesOf(account))
    askDeviceAgain(service, contact, account, device, id, arrival.retries, group)
}

/** Typing and presence are sent only to devices that are online, never later. */
function tellOnline(
  service: Service,
  contact: Contact,
  account: Account,
  tag: 'chatstate' | 'presence',
  state: string,
): void {
  const from = contact.jid
  const stanza =
    tag === 'chatstate'
      ? node(tag, { from }, [node(state)])
      : node(tag, presenceAttributes(service, from, state))
  deliverToAll(service, account, stanza)
}

function presenceAttributes(service: Service, from: string, type: string): Record<string, string> {
  return { from, type, ...(type === 'unavailable' && { last: seconds(service) }) }
}
