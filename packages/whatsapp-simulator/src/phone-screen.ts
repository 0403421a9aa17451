import type { proto } from 'baileys'
import { openMedia, sha256 } from './media/cipher'
import { recordError, type Service } from './service'
import { type Account, type Contact, chatWith } from './world'

const REVOKE = 0

/**
 * Puts a message of the shop on the contact's screen. True when it made a bubble; what changes another bubble, and a
 * message that is there already, makes none.
 */
export async function showMessage(
  service: Service,
  contact: Contact,
  account: Account,
  id: string,
  message: proto.IMessage,
  isThere: boolean,
): Promise<boolean> {
  const inner = unwrap(message)
  const { entries } = chatWith(contact, account.phone)
  const revoked = inner.protocolMessage?.type === REVOKE ? inner.protocolMessage.key?.id : undefined
  if (revoked) {
    const entry = entries.find((candidate) => candidate.id === revoked && candidate.from === 'shop')
    if (entry) Object.assign(entry, { deleted: true, text: '' })
    return false
  }
  if (inner.protocolMessage || isThere) return false
  const quotedId = contextOf(inner)?.stanzaId
  entries.push({
    id,
    from: 'shop',
    at: new Date(service.now()).toISOString(),
    ...(await bubbleOf(service, inner)),
    ...(quotedId && { quotedId }),
    readByContact: false,
  })
  service.typing.delete(`${account.phone} ${contact.phone}`)
  return true
}

/** Keeps an opened picture for the phones page; its name is its hash. */
export function keepPicture(service: Service, plain: Buffer): string {
  const name = `picture-${sha256(plain).toString('hex')}`
  service.pictures.put(name, plain)
  return name
}

type Bubble = { kind: 'text' | 'picture' | 'other'; text: string; pictureId?: string; mimetype?: string }

async function bubbleOf(service: Service, message: proto.IMessage): Promise<Bubble> {
  const text = message.conversation ?? message.extendedTextMessage?.text
  if (text !== undefined && text !== null) return { kind: 'text', text }
  if (message.imageMessage) return pictureBubble(service, message.imageMessage)
  const [name = 'empty message'] = Object.keys(message).filter((key) => key !== 'messageContextInfo')
  return { kind: 'other', text: message.documentMessage?.fileName ?? message.reactionMessage?.text ?? name }
}

async function pictureBubble(service: Service, image: proto.Message.IImageMessage): Promise<Bubble> {
  const bubble: Bubble = {
    kind: 'picture',
    text: image.caption ?? '',
    mimetype: image.mimetype ?? 'image/jpeg',
  }
  try {
    const { mediaKey, fileSha256, fileEncSha256, directPath } = image
    const blob = service.media.fetch(directPath ?? '')
    if (!blob || !mediaKey || !fileSha256 || !fileEncSha256)
      throw new Error(`media: nothing at ${directPath}`)
    const plain = await openMedia(blob, 'image', { mediaKey, fileSha256, fileEncSha256 })
    return { ...bubble, pictureId: keepPicture(service, plain) }
  } catch (cause) {
    recordError(service, cause)
    return bubble
  }
}

/** What is inside the envelopes that only say how long or how often a message may be seen. */
function unwrap(message: proto.IMessage): proto.IMessage {
  const inner =
    message.ephemeralMessage?.message ??
    message.viewOnceMessage?.message ??
    message.viewOnceMessageV2?.message ??
    message.documentWithCaptionMessage?.message
  return inner ? unwrap(inner) : message
}

function contextOf(message: proto.IMessage): proto.IContextInfo | null | undefined {
  return message.extendedTextMessage?.contextInfo ?? message.imageMessage?.contextInfo
}
