import { proto } from 'baileys'
import { messageId } from './chance'
import type { ChatEntry, SendOptions, SimulatedContact } from './contact'
import { deliverToAll } from './delivery'
import { keepPicture } from './phone-screen'
import { postMessage } from './posting'
import { askDeviceAgain, sendReceipt } from './receipts'
import { type Service, seconds } from './service'
import { node } from './wire/nodes'
import { type Account, type Contact, chatWith, devicesOf } from './world'

/** Puts a contact's phone into the hands of a test or a page. */
export function playContact(service: Service, contact: Contact): SimulatedContact {
  const accountOf = (shop: string) => accountNamed(service, shop)
  const play: SimulatedContact = {
    phone: contact.phone,
    name: contact.name,
    jid: contact.jid,
    lid: contact.lid,
    sendText: (shop, text, options = {}) =>
      say(service, contact, accountOf(shop), textMessage(service, contact, shop, text, options), options, {
        kind: 'text',
        text,
      }),
    sendPicture: (shop, bytes, options = {}) =>
      sendPicture(service, contact, accountOf(shop), bytes, options),
    sendMessage: (shop, message, options = {}) => say(service, contact, accountOf(shop), message, options),
    sendToGroup: (shop, groupJid, text, options = {}) =>
      say(service, contact, accountOf(shop), { conversation: text }, options, undefined, groupJid),
    deleteMessage: (shop, id) => deleteMessage(service, contact, accountOf(shop), id),
    chat: (shop) => chatWith(contact, shop).entries.map((entry) => ({ ...entry })),
    arrivals: (shop) => Object.values(chatWith(contact, shop).arrivals).map((arrival) => ({ ...arrival })),
    read: (shop) => readChat(service, contact, accountOf(shop)),
    typing: (shop, state = 'composing') => tellOnline(service, contact, accountOf(shop), 'chatstate', state),
    presence: (shop, state) => tellOnline(service, contact, accountOf(shop), 'presence', state),
    shopIsTyping: (shop) => service.typing.has(`${shop} ${contact.phone}`),
    askAgain: (shop, id) => {
      const account = accountOf(shop)
      const arrival = chatWith(contact, shop).arrivals[id]
      if (!arrival) throw new Error(`${contact.phone} never received ${id}`)
      arrival.retries++
      for (const device of devicesOf(account))
        askDeviceAgain(service, contact, account, device, id, arrival.retries)
    },
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

type Bubble = Pick<ChatEntry, 'kind' | 'text' | 'pictureId' | 'mimetype'>

/** Sends a message; with a bubble it also stands on the contact's own screen. */
async function say(
  service: Service,
  contact: Contact,
  account: Account,
  message: proto.IMessage,
  { id = messageId(service.chance), addressing = 'pn', quoting }: SendOptions,
  bubble?: Bubble,
  groupJid?: string,
): Promise<string> {
  const chat = chatWith(contact, account.phone)
  if (bubble) {
    const at = new Date(service.now()).toISOString()
    chat.entries.push({
      id,
      from: 'contact',
      at,
      ...bubble,
      ...(quoting && { quotedId: quoting }),
      tick: 'sent',
    })
  }
  const encoded = Buffer.from(proto.Message.encode(message).finish())
  await postMessage(service, contact, account, id, {
    message: encoded,
    addressing,
    ...(groupJid && { groupJid }),
  })
  service.happenings.tell({ kind: 'chat', phone: account.phone, contact: contact.phone })
  return id
}

function textMessage(
  service: Service,
  contact: Contact,
  shop: string,
  text: string,
  { quoting }: SendOptions,
): proto.IMessage {
  if (!quoting) return { conversation: text }
  return { extendedTextMessage: { text, contextInfo: quote(service, contact, shop, quoting) } }
}

async function sendPicture(
  service: Service,
  contact: Contact,
  account: Account,
  bytes: Buffer,
  {
    caption = '',
    mimetype = 'image/jpeg',
    ...options
  }: SendOptions & { caption?: string; mimetype?: string },
): Promise<string> {
  const reference = await service.media.publish(bytes, 'image')
  const contextInfo = options.quoting && quote(service, contact, account.phone, options.quoting)
  const imageMessage = {
    ...reference,
    mimetype,
    ...(caption && { caption }),
    ...(contextInfo && { contextInfo }),
    mediaKeyTimestamp: Number(seconds(service)),
  }
  const bubble: Bubble = { kind: 'picture', text: caption, pictureId: keepPicture(service, bytes), mimetype }
  return say(service, contact, account, { imageMessage }, options, bubble)
}

function quote(service: Service, contact: Contact, shop: string, quotedId: string): proto.IContextInfo {
  const quoted = chatWith(contact, shop).entries.find((entry) => entry.id === quotedId)
  if (!quoted) throw new Error(`${contact.phone} has no message ${quotedId} to quote`)
  return {
    stanzaId: quotedId,
    participant: quoted.from === 'shop' ? accountNamed(service, shop).jid : contact.jid,
    quotedMessage: { conversation: quoted.text },
  }
}

async function deleteMessage(
  service: Service,
  contact: Contact,
  account: Account,
  id: string,
): Promise<string> {
  const entry = chatWith(contact, account.phone).entries.find(
    (own) => own.id === id && own.from === 'contact',
  )
  if (!entry) throw new Error(`${contact.phone} never sent ${id}`)
  Object.assign(entry, { deleted: true, text: '' })
  // WhatsApp names the chat from the sender's side; the receiver turns it round.
  const key = { remoteJid: account.jid, fromMe: true, id }
  const revoke = { protocolMessage: { type: proto.Message.ProtocolMessage.Type.REVOKE, key } }
  return say(service, contact, account, revoke, {})
}

function readChat(service: Service, contact: Contact, account: Account): string[] {
  const unread = chatWith(contact, account.phone).entries.filter(
    ({ from, readByContact }) => from === 'shop' && !readByContact,
  )
  for (const entry of unread) entry.readByContact = true
  const ids = unread.map(({ id }) => id)
  sendReceipt(service, contact, account, ids, 'read')
  if (ids.length > 0) service.happenings.tell({ kind: 'chat', phone: account.phone, contact: contact.phone })
  return ids
}

/** Typing and presence are told to whoever is there and to nobody later. */
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
