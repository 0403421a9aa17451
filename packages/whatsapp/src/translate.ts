import type { WhatsappMessageId } from '@balcao/domain/ids'
import { safeDisplayName } from '@balcao/domain/shown-name'
import {
  cleanMessage,
  decodeMessageNode,
  isJidBroadcast,
  isJidNewsletter,
  isJidStatusBroadcast,
  normalizeMessageContent,
  proto,
  toNumber,
  type WAMessage,
} from 'baileys'
import { chatAddressOf, personAddressOf } from './addresses'
import type { ChatAddress, InboundContent, InboundMessage, InboundUpdate, PersonAddress } from './gateway'
import { decodeInboundContent, type InboundEventContent } from './inbound-content'
import { inboundContentOf, quotedMessageIdOf } from './message-content'
import { correctFromMeFlag, readStanza } from './stanza-reading'
import { messageIdFrom } from './strange-names'

type Attributes = Readonly<Record<string, string | undefined>>

export async function parseBaileysEvent(content: Uint8Array): Promise<readonly InboundUpdate[]> {
  const kept = decodeInboundContent(content)
  switch (kept.kind) {
    case 'inbound':
      return kept.inbound
    case 'unread':
      return inboundUnread(kept)
    case 'stanza':
      return inboundUpdatesOf(await readStanza(kept), kept.attrs)
  }
}

export function inboundUpdatesOf(message: WAMessage, attrs: Attributes): readonly InboundUpdate[] {
  const chat = chatOf(message, attrs)
  if (chat === null || !message.message || !message.key.id) return []
  const fields = normalizeMessageContent(message.message)
  if (fields?.protocolMessage) return inboundInProtocol(fields.protocolMessage, message, chat)
  if (fields?.reactionMessage) return inboundReaction(fields.reactionMessage, message, chat)
  const content = inboundContentOf(message.message)
  if (content === null) return []
  return [{ ...envelopeOf(message, chat, content), quotedId: nullableId(quotedMessageIdOf(message.message)) }]
}

/** A placeholder for a message without content, so that agents notice the message. */
function inboundUnread({
  attrs,
  me,
  why,
}: Extract<InboundEventContent, { kind: 'unread' }>): readonly InboundUpdate[] {
  const { fullMessage: message } = decodeMessageNode({ tag: 'message', attrs }, me.id, me.lid)
  correctFromMeFlag(message, me)
  cleanMessage(message, me.id, me.lid)
  const chat = chatOf(message, attrs)
  return chat === null ? [] : [envelopeOf(message, chat, { kind: 'unsupported', what: why })]
}

function envelopeOf(message: WAMessage, chat: ChatAddress, content: InboundContent): InboundMessage {
  const fromMe = message.key.fromMe === true
  return {
    kind: 'message',
    id: messageIdFrom(message.key.id ?? ''),
    chat,
    fromMe,
    author: authorIn(chat, message),
    pushName: fromMe ? null : safeDisplayName(message.pushName ?? '') || null,
    sentAt: instantOf(message),
    content,
    quotedId: null,
  }
}

type ProtocolReader = (
  protocol: proto.Message.IProtocolMessage,
  message: WAMessage,
  chat: ChatAddress,
) => readonly InboundUpdate[]

const { Type } = proto.Message.ProtocolMessage

/** The protocol messages that concern a conversation, with their readers. Other protocol messages give no update. */
const protocolReaders: { readonly [type: number]: ProtocolReader } = {
  [Type.REVOKE]: inboundDeletion,
  [Type.MESSAGE_EDIT]: inboundEdit,
  [Type.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE]: receivedFromOwnPhone,
}

function inboundInProtocol(
  protocol: proto.Message.IProtocolMessage,
  message: WAMessage,
  chat: ChatAddress,
): readonly InboundUpdate[] {
  return protocolReaders[protocol.type ?? Type.REVOKE]?.(protocol, message, chat) ?? []
}

/** Only the author can delete a message, so the deleted message belongs to the deletion's sender. */
function inboundDeletion(
  protocol: proto.Message.IProtocolMessage,
  message: WAMessage,
  chat: ChatAddress,
): readonly InboundUpdate[] {
  if (!protocol.key?.id) return []
  const fromMe = message.key.fromMe === true
  return [
    { kind: 'deletion', chat, id: messageIdFrom(protocol.key.id), fromMe, author: authorIn(chat, message) },
  ]
}

/** Only the author can edit a message, so it belongs to the edit's sender. A caption is edited like a text. */
function inboundEdit(
  protocol: proto.Message.IProtocolMessage,
  message: WAMessage,
  chat: ChatAddress,
): readonly InboundUpdate[] {
  const content = protocol.editedMessage ? inboundContentOf(protocol.editedMessage) : null
  const { text, preview } =
    content?.kind === 'text' ? content : { text: captionOf(protocol.editedMessage), preview: undefined }
  if (!protocol.key?.id || text === null) return []
  return [
    {
      kind: 'edit',
      chat,
      id: messageIdFrom(protocol.key.id),
      fromMe: message.key.fromMe === true,
      author: authorIn(chat, message),
      text,
      ...(preview && { preview }),
      editedAt: protocol.timestampMs ? new Date(toNumber(protocol.timestampMs)) : instantOf(message),
    },
  ]
}

/** The new caption of a media file. It arrives without the file, so `inboundContentOf` cannot read it. */
function captionOf(edited: proto.IMessage | null | undefined): string | null {
  const fields = normalizeMessageContent(edited)
  const media = fields?.imageMessage ?? fields?.videoMessage ?? fields?.documentMessage
  return media?.caption ?? null
}

function inboundReaction(
  { key, text, senderTimestampMs }: proto.Message.IReactionMessage,
  message: WAMessage,
  chat: ChatAddress,
): readonly InboundUpdate[] {
  if (!key?.id) return []
  return [
    {
      kind: 'reaction',
      chat,
      id: messageIdFrom(key.id),
      onOurs: key.fromMe === true, // Baileys' cleanMessage has converted `fromMe` to our point of view
      fromMe: message.key.fromMe === true,
      author: authorIn(chat, message),
      emoji: text ?? '',
      at: senderTimestampMs ? new Date(toNumber(senderTimestampMs)) : instantOf(message),
    },
  ]
}

/** Messages that only the phone had received (from advertisements), and that Baileys requested from it. */
function receivedFromOwnPhone(
  protocol: proto.Message.IProtocolMessage,
  message: WAMessage,
): readonly InboundUpdate[] {
  if (message.key.fromMe !== true) return []
  const results = protocol.peerDataOperationRequestResponseMessage?.peerDataOperationResult ?? []
  return results.flatMap(({ placeholderMessageResendResponse: resent }) => {
    if (!resent?.webMessageInfoBytes) return []
    const { key, ...rest } = proto.WebMessageInfo.decode(resent.webMessageInfoBytes)
    // the cast is safe: a WAMessage only requires a key
    return key?.remoteJid ? inboundUpdatesOf({ ...rest, key } as WAMessage, {}) : []
  })
}

function chatOf({ key }: WAMessage, attrs: Attributes): ChatAddress | null {
  const jid = key.remoteJid
  if (!jid || isJidStatusBroadcast(jid) || isJidNewsletter(jid)) return null
  if (isJidBroadcast(jid)) return senderOfList(key)
  // For our own messages, `remoteJidAlt` is our own address, so the stanza's attributes name the recipient.
  const recipient =
    attrs.peer_recipient_lid ?? attrs.recipient_lid ?? attrs.peer_recipient_pn ?? attrs.recipient_pn
  return chatAddressOf(jid, key.fromMe ? recipient : key.remoteJidAlt)
}

/** Null for the owner's own broadcast lists, whose recipients WhatsApp does not send to linked devices. */
function senderOfList({ participant, remoteJidAlt, fromMe }: WAMessage['key']): ChatAddress | null {
  return participant && fromMe !== true ? personAddressOf(participant, remoteJidAlt) : null
}

function authorIn(chat: ChatAddress, { key }: WAMessage): PersonAddress | null {
  if (chat.kind !== 'group' || !key.participant) return null
  return personAddressOf(key.participant, key.participantAlt)
}

function instantOf({ messageTimestamp }: WAMessage): Date {
  return new Date(toNumber(messageTimestamp) * 1000)
}

function nullableId(id: string | null): WhatsappMessageId | null {
  return id === null ? null : messageIdFrom(id)
}
