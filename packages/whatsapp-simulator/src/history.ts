import { deflateSync } from 'node:zlib'
import { proto } from 'baileys'
import { messageId } from './chance'
import type { ChatEntry } from './contact'
import { postToOwnDevice } from './posting'
import type { Service } from './service'
import { type Account, type Contact, chatWith, type Device } from './world'

const { INITIAL_BOOTSTRAP, FULL } = proto.HistorySync.HistorySyncType
const { HISTORY_SYNC_NOTIFICATION } = proto.Message.ProtocolMessage.Type

/** The notice of a newly linked device is small: all conversations with the latest message of each. */
const latestMessages = 1

/**
 * The history of a newly linked device. The notice itself holds all conversations. A device that requested the whole
 * history is also notified of a second piece with every message, on the media host.
 */
export async function sendHistory(service: Service, account: Account, device: Device): Promise<void> {
  await tell(service, account, device, {
    syncType: INITIAL_BOOTSTRAP,
    chunkOrder: 1,
    progress: 100,
    initialHistBootstrapInlinePayload: packed(service, account, INITIAL_BOOTSTRAP, latestMessages),
  })
  if (!device.wantsFullHistory) return
  const everything = packed(service, account, FULL, Number.POSITIVE_INFINITY)
  const { directPath, mediaKey, fileLength, fileSha256, fileEncSha256 } = await service.media.publish(
    everything,
    'md-msg-hist',
  )
  const place = { directPath, mediaKey, fileLength, fileSha256, fileEncSha256 }
  await tell(service, account, device, { syncType: FULL, chunkOrder: 2, progress: 100, ...place })
}

function tell(
  service: Service,
  account: Account,
  device: Device,
  historySyncNotification: proto.Message.IHistorySyncNotification,
): Promise<void> {
  const notice = { type: HISTORY_SYNC_NOTIFICATION, historySyncNotification }
  return postToOwnDevice(service, account, device, messageId(service.chance), notice)
}

function packed(service: Service, account: Account, syncType: number, most: number): Buffer {
  const contacts = Object.values(service.world.contacts)
  const history = proto.HistorySync.encode({
    syncType,
    progress: 100,
    chunkOrder: 1,
    conversations: contacts.map((contact) => conversationOf(service, contact, account, most)),
    phoneNumberToLidMappings: contacts.map((contact) => ({ pnJid: contact.jid, lidJid: contact.lid })),
  })
  return deflateSync(history.finish())
}

/** WhatsApp sends the newest first. */
function conversationOf(
  service: Service,
  contact: Contact,
  account: Account,
  most: number,
): proto.IConversation {
  const { entries } = chatWith(contact, account.phone)
  const newestFirst = entries.toReversed().slice(0, most)
  return {
    id: contact.jid,
    name: contact.name,
    lidJid: contact.lid,
    conversationTimestamp: Math.floor(service.now() / 1000),
    messages: newestFirst.map((entry) => ({ message: webMessageOf(contact, account, entry) })),
  }
}

/** The contact's message as it was sent; of the shop's own messages only the text is known here. */
function webMessageOf(contact: Contact, account: Account, entry: ChatEntry): proto.IWebMessageInfo {
  const fromMe = entry.from === 'shop'
  const sent = chatWith(contact, account.phone).sent[entry.id]
  return {
    key: { remoteJid: contact.jid, fromMe, id: entry.id },
    message: sent ? proto.Message.decode(sent.message) : { conversation: entry.text },
    messageTimestamp: Math.floor(Date.parse(entry.at) / 1000),
    ...(!fromMe && { pushName: contact.name }),
  }
}
