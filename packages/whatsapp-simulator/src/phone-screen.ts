import { type MediaType, proto } from 'baileys'
import type { ChatEntry } from './contact'
import { openMedia, sha256 } from './media/cipher'
import { recordError, type Service, typingKey } from './service'
import { type Account, type Contact, chatWith } from './world'

const { REVOKE, MESSAGE_EDIT } = proto.Message.ProtocolMessage.Type

/**
 * Shows a message of the shop on the contact's screen, in its chat or in a group's. True when it made a bubble; a
 * change of another bubble, and a repeated message, make none.
 */
export async function showMessage(
  service: Service,
  contact: Contact,
  account: Account,
  { id, message, isThere, group }: { id: string; message: proto.IMessage; isThere: boolean; group?: string },
): Promise<boolean> {
  const inner = unwrap(message)
  const { entries } = chatWith(contact, group ?? account.phone)
  if (inner.protocolMessage) {
    changeBubble(entries, inner.protocolMessage)
    return false
  }
  if (inner.reactionMessage) {
    const { key, text } = inner.reactionMessage
    const entry = entries.find((candidate) => candidate.id === key?.id)
    if (entry) entry.reactions = { ...entry.reactions, shop: text ?? '' }
    else recordError(service, `reaction to ${key?.id}, which is not on the screen`)
    return false
  }
  if (isThere) return false
  const quotedId = contextOf(inner)?.stanzaId
  entries.push({
    id,
    from: 'shop',
    at: new Date(service.now()).toISOString(),
    ...(await bubbleOf(service, inner)),
    ...(quotedId && { quotedId }),
    readByContact: false,
  })
  service.typing.delete(typingKey(account.phone, contact.phone, group))
  return true
}

/** Only the author may change or delete a message: the shop its own. */
function changeBubble(
  entries: { -readonly [Part in keyof ChatEntry]: ChatEntry[Part] }[],
  change: proto.Message.IProtocolMessage,
): void {
  const entry = entries.find(({ id, from }) => id === change.key?.id && from === 'shop')
  if (!entry) return
  if (change.type === REVOKE) Object.assign(entry, { deleted: true, text: '' })
  if (change.type === MESSAGE_EDIT) {
    const { conversation, extendedTextMessage } = change.editedMessage ?? {}
    Object.assign(entry, { edited: true, text: conversation ?? extendedTextMessage?.text ?? '' })
  }
}

/** Stores a decrypted picture for the phones page; its name is its hash. */
export function keepPicture(service: Service, plain: Buffer): string {
  return keep(service, 'picture', plain)
}

/** Stores any other decrypted file for the phones page. */
export function keepFile(service: Service, plain: Buffer): string {
  return keep(service, 'file', plain)
}

function keep(service: Service, kind: 'picture' | 'file', plain: Buffer): string {
  const name = `${kind}-${sha256(plain).toString('hex')}`
  service.pictures.put(name, plain)
  return name
}

type Bubble = Pick<ChatEntry, 'kind' | 'text'> & Partial<Omit<ChatEntry, 'id' | 'from' | 'at'>>

async function bubbleOf(service: Service, message: proto.IMessage): Promise<Bubble> {
  const text = message.conversation ?? message.extendedTextMessage?.text
  if (text !== undefined && text !== null) return { kind: 'text', text }
  const { imageMessage, videoMessage, audioMessage, documentMessage, stickerMessage } = message
  if (imageMessage)
    return mediaBubble(service, 'picture', 'image', imageMessage, { text: imageMessage.caption ?? '' })
  if (videoMessage)
    return mediaBubble(service, 'video', 'video', videoMessage, {
      text: videoMessage.caption ?? '',
      seconds: videoMessage.seconds ?? 0,
    })
  if (audioMessage) return audioBubble(service, audioMessage)
  if (documentMessage)
    return mediaBubble(service, 'document', 'document', documentMessage, {
      text: documentMessage.caption || documentMessage.fileName || '',
      ...(documentMessage.fileName && { fileName: documentMessage.fileName }),
    })
  if (stickerMessage) return mediaBubble(service, 'sticker', 'sticker', stickerMessage, { text: '' })
  return bubbleWithoutFile(message)
}

function bubbleWithoutFile(message: proto.IMessage): Bubble {
  const { locationMessage, contactMessage, contactsArrayMessage } = message
  if (locationMessage)
    return {
      kind: 'location',
      text: locationMessage.name ?? locationMessage.address ?? '',
      latitude: locationMessage.degreesLatitude ?? 0,
      longitude: locationMessage.degreesLongitude ?? 0,
    }
  if (contactMessage) return { kind: 'contacts', text: contactMessage.displayName ?? '' }
  if (contactsArrayMessage)
    return {
      kind: 'contacts',
      text: (contactsArrayMessage.contacts ?? []).map(({ displayName }) => displayName ?? '').join(', '),
    }
  const [name = 'empty message'] = Object.keys(message).filter((key) => key !== 'messageContextInfo')
  return { kind: 'other', text: name }
}

/** A phone plays a voice message only as Ogg Opus, and draws its waveform. */
function audioBubble(service: Service, audio: proto.Message.IAudioMessage): Promise<Bubble> {
  if (!audio.ptt)
    return mediaBubble(service, 'audio', 'audio', audio, { text: '', seconds: audio.seconds ?? 0 })
  if (!audio.mimetype?.startsWith('audio/ogg')) recordError(service, `voice message as ${audio.mimetype}`)
  const waveform = [...(audio.waveform ?? [])]
  if (waveform.some((loudness) => loudness > 100)) recordError(service, 'waveform louder than 100')
  return mediaBubble(service, 'voice', 'audio', audio, { text: '', seconds: audio.seconds ?? 0, waveform })
}

interface MediaFields {
  mimetype?: string | null
  mediaKey?: Uint8Array | null
  fileSha256?: Uint8Array | null
  fileEncSha256?: Uint8Array | null
  directPath?: string | null
}

async function mediaBubble(
  service: Service,
  kind: ChatEntry['kind'],
  type: MediaType,
  { mediaKey, fileSha256, fileEncSha256, directPath, mimetype }: MediaFields,
  more: Partial<Bubble> & { text: string },
): Promise<Bubble> {
  const bubble: Bubble = { kind, mimetype: mimetype ?? 'application/octet-stream', ...more }
  try {
    const blob = service.media.fetch(directPath ?? '')
    if (!blob || !mediaKey || !fileSha256 || !fileEncSha256)
      throw new Error(`media: nothing at ${directPath}`)
    const plain = await openMedia(blob, type, { mediaKey, fileSha256, fileEncSha256 })
    const isPicture = kind === 'picture' || kind === 'sticker'
    return {
      ...bubble,
      ...(isPicture ? { pictureId: keepPicture(service, plain) } : { fileId: keepFile(service, plain) }),
    }
  } catch (cause) {
    recordError(service, cause)
    return bubble
  }
}

/** The content inside the envelopes that only limit how long or how often a message may be seen. */
function unwrap(message: proto.IMessage): proto.IMessage {
  const inner =
    message.ephemeralMessage?.message ??
    message.viewOnceMessage?.message ??
    message.viewOnceMessageV2?.message ??
    message.editedMessage?.message ??
    message.documentWithCaptionMessage?.message
  return inner ? unwrap(inner) : message
}

function contextOf(message: proto.IMessage): proto.IContextInfo | null | undefined {
  for (const part of Object.values(message)) {
    // The kind of message is irrelevant here.
    const { contextInfo } = (part ?? {}) as { contextInfo?: proto.IContextInfo | null }
    if (contextInfo) return contextInfo
  }
  return undefined
}
