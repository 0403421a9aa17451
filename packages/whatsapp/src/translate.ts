import type { WhatsappMessageId } from '@balcao/domain/ids'
import {
  isJidBroadcast,
  isJidNewsletter,
  isJidStatusBroadcast,
  normalizeMessageContent,
  proto,
  toNumber,
  type WAMessage,
} from 'baileys'
import { addressOf, personOf } from './addresses'
import type { ChatAddress, Heard, PersonAddress } from './gateway'
import { contentOf, quotedIdOf } from './message-content'
import { readStanza } from './stanza-reading'
import { decodeTrayContent } from './tray-content'

type Attributes = Readonly<Record<string, string | undefined>>

/** Reads what an in-tray entry says. The same answer live and after a crash: nothing but the entry is looked at. */
export async function translate(content: Uint8Array): Promise<readonly Heard[]> {
  const kept = decodeTrayContent(content)
  if (kept.kind === 'heard') return kept.heard
  return heardIn(await readStanza(kept), kept.attrs)
}

function heardIn(message: WAMessage, attrs: Attributes): readonly Heard[] {
  const chat = chatOf(message, attrs)
  if (chat === null || !message.message || !message.key.id) return []
  const protocol = normalizeMessageContent(message.message)?.protocolMessage
  if (protocol) return heardInProtocol(protocol, message, chat)
  const content = contentOf(message.message)
  if (content === null) return []
  const fromMe = message.key.fromMe === true
  return [
    {
      kind: 'message',
      id: messageId(message.key.id),
      chat,
      fromMe,
      author: chat.kind === 'group' ? authorOf(message) : null,
      pushName: fromMe ? null : (message.pushName ?? null),
      sentAt: new Date(toNumber(message.messageTimestamp) * 1000),
      content,
      quotedId: nullableId(quotedIdOf(message.message)),
    },
  ]
}

type ProtocolReader = (
  protocol: proto.Message.IProtocolMessage,
  message: WAMessage,
  chat: ChatAddress,
) => readonly Heard[]

const { Type } = proto.Message.ProtocolMessage

/** Messages about messages. What is not listed has no meaning for a conversation. */
const protocolReaders: { readonly [type: number]: ProtocolReader } = {
  [Type.REVOKE]: heardDeletion,
  [Type.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE]: heardFromOwnPhone,
}

function heardInProtocol(
  protocol: proto.Message.IProtocolMessage,
  message: WAMessage,
  chat: ChatAddress,
): readonly Heard[] {
  return protocolReaders[protocol.type ?? Type.REVOKE]?.(protocol, message, chat) ?? []
}

/** Only an author may take a message back, so the deleted message is from whoever sent the deletion. */
function heardDeletion(
  protocol: proto.Message.IProtocolMessage,
  message: WAMessage,
  chat: ChatAddress,
): readonly Heard[] {
  if (!protocol.key?.id) return []
  return [{ kind: 'deletion', chat, id: messageId(protocol.key.id), fromMe: message.key.fromMe === true }]
}

/** Messages that reached the phone alone (from advertisements) and that Baileys asked it for; never from strangers. */
function heardFromOwnPhone(protocol: proto.Message.IProtocolMessage, message: WAMessage): readonly Heard[] {
  if (message.key.fromMe !== true) return []
  const results = protocol.peerDataOperationRequestResponseMessage?.peerDataOperationResult ?? []
  return results.flatMap(({ placeholderMessageResendResponse: resent }) => {
    if (!resent?.webMessageInfoBytes) return []
    const { key, ...rest } = proto.WebMessageInfo.decode(resent.webMessageInfoBytes)
    return key?.remoteJid ? heardIn({ ...rest, key } as WAMessage, {}) : [] // a WAMessage is a WebMessageInfo with a key
  })
}

function chatOf({ key }: WAMessage, attrs: Attributes): ChatAddress | null {
  const jid = key.remoteJid
  if (!jid || isJidStatusBroadcast(jid) || isJidNewsletter(jid)) return null
  if (isJidBroadcast(jid)) return key.participant ? personOf(key.participant, key.participantAlt) : null
  // Baileys gives the sender's other address, which for what we sent ourselves is our own.
  const recipient =
    attrs.peer_recipient_lid ?? attrs.recipient_lid ?? attrs.peer_recipient_pn ?? attrs.recipient_pn
  return addressOf(jid, key.fromMe ? recipient : key.remoteJidAlt)
}

function authorOf({ key }: WAMessage): PersonAddress | null {
  return key.participant ? personOf(key.participant, key.participantAlt) : null
}

function messageId(id: string): WhatsappMessageId {
  return id as WhatsappMessageId // the door where WhatsApp's ids become ours
}

function nullableId(id: string | null): WhatsappMessageId | null {
  return id === null ? null : messageId(id)
}
