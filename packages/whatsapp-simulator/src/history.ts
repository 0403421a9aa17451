import { deflateSync } from 'node:zlib'
import { proto } from 'baileys'
import { messageId } from './chance'
import { postToOwnDevice } from './posting'
import type { Service } from './service'
import type { Account, Device } from './world'

/** The first history of a newly linked device: who there is to talk to, without messages. */
export async function sendHistory(service: Service, account: Account, device: Device): Promise<void> {
  const { INITIAL_BOOTSTRAP } = proto.HistorySync.HistorySyncType
  const contacts = Object.values(service.world.contacts)
  const now = Math.floor(service.now() / 1000)
  const history = proto.HistorySync.encode({
    syncType: INITIAL_BOOTSTRAP,
    progress: 100,
    chunkOrder: 1,
    conversations: contacts.map((contact) => ({
      id: contact.jid,
      name: contact.name,
      lidJid: contact.lid,
      conversationTimestamp: now,
      messages: [],
    })),
    phoneNumberToLidMappings: contacts.map((contact) => ({ pnJid: contact.jid, lidJid: contact.lid })),
  }).finish()
  await postToOwnDevice(service, account, device, messageId(service.chance), {
    type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
    historySyncNotification: {
      syncType: INITIAL_BOOTSTRAP,
      chunkOrder: 1,
      progress: 100,
      initialHistBootstrapInlinePayload: deflateSync(history),
    },
  })
}
