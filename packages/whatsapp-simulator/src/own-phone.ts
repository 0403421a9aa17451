import { proto } from 'baileys'
import { messageId } from './chance'
import { postToOwnDevice, sentMessage } from './posting'
import type { Service } from './service'
import { type Account, contactAt, type Device } from './world'

const { PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE } = proto.Message.ProtocolMessage.Type
const { PLACEHOLDER_MESSAGE_RESEND } = proto.Message.PeerDataOperationRequestType

/** The handset answers its linked device, which requests messages that reached only the handset. */
export async function answerOwnDevice(
  service: Service,
  account: Account,
  device: Device,
  { protocolMessage }: proto.IMessage,
): Promise<void> {
  const asked = protocolMessage?.peerDataOperationRequestMessage?.placeholderMessageResendRequest ?? []
  const results = asked.flatMap(({ messageKey }) => {
    const found = messageKey && webMessage(service, account, messageKey)
    if (!found) return []
    return [
      {
        placeholderMessageResendResponse: {
          webMessageInfoBytes: proto.WebMessageInfo.encode(found).finish(),
        },
      },
    ]
  })
  if (results.length === 0) return
  await postToOwnDevice(service, account, device, messageId(service.chance), {
    type: PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE,
    peerDataOperationRequestResponseMessage: {
      peerDataOperationRequestType: PLACEHOLDER_MESSAGE_RESEND,
      peerDataOperationResult: results,
    },
  })
}

function webMessage(
  service: Service,
  account: Account,
  key: proto.IMessageKey,
): proto.IWebMessageInfo | undefined {
  const contact = contactAt(service.world, key.participant || (key.remoteJid ?? undefined))
  const sent = contact && sentMessage(contact, account, key.id ?? '')
  // View-once content stays on the phone.
  if (!contact || !sent || sent.withheld === 'view-once') return undefined
  return {
    key,
    message: proto.Message.decode(sent.message),
    messageTimestamp: Math.floor(service.now() / 1000),
    pushName: contact.name,
  }
}
