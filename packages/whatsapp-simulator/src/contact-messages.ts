import { type MediaType, proto } from 'baileys'
import type { ChatEntry, MediaBubble, MediaOptions, TextOptions } from './contact'
import { keepFile, keepPicture } from './phone-screen'
import type { Service } from './service'

/** A message to send, and its bubble on the contact's own screen; some have none. */
export interface Composed {
  message: proto.IMessage
  bubble?: Omit<ChatEntry, 'id' | 'from' | 'at'>
}

type Context = proto.IContextInfo | undefined

export function composeText(text: string, contextInfo: Context, preview?: TextOptions['preview']): Composed {
  const bubble = { kind: 'text', text } as const
  if (!contextInfo && !preview) return { message: { conversation: text }, bubble }
  const seen = preview && {
    matchedText: preview.link,
    title: preview.title,
    ...(preview.description && { description: preview.description }),
    ...(preview.picture && { jpegThumbnail: preview.picture }),
  }
  return { message: { extendedTextMessage: { text, ...(contextInfo && { contextInfo }), ...seen } }, bubble }
}

/** The encryption type, the message field and the mimetype of each kind. */
const MEDIA: Record<MediaBubble, { type: MediaType; field: keyof proto.IMessage; mimetype: string }> = {
  picture: { type: 'image', field: 'imageMessage', mimetype: 'image/jpeg' },
  video: { type: 'video', field: 'videoMessage', mimetype: 'video/mp4' },
  audio: { type: 'audio', field: 'audioMessage', mimetype: 'audio/mpeg' },
  voice: { type: 'audio', field: 'audioMessage', mimetype: 'audio/ogg; codecs=opus' },
  document: { type: 'document', field: 'documentMessage', mimetype: 'application/pdf' },
  sticker: { type: 'sticker', field: 'stickerMessage', mimetype: 'image/webp' },
}

/** Encrypts a file, puts it on the media host and refers to it in a message. */
export async function composeMedia(
  service: Service,
  kind: MediaBubble,
  bytes: Buffer,
  options: MediaOptions,
  contextInfo: Context,
): Promise<Composed> {
  const { type, field, ...defaults } = MEDIA[kind]
  const { caption, fileName, seconds, pages, waveform, viewOnce, mimetype = defaults.mimetype } = options
  const reference = await service.media.publish(bytes, type)
  const fields = {
    ...reference,
    mimetype,
    ...(caption && { caption }),
    ...(fileName && { fileName }),
    ...(seconds !== undefined && { seconds }),
    ...(pages !== undefined && { pageCount: pages }),
    ...(kind === 'voice' && { ptt: true }),
    ...(waveform && { waveform: Uint8Array.from(waveform) }),
    ...(viewOnce && { viewOnce }),
    ...(contextInfo && { contextInfo }),
    mediaKeyTimestamp: Math.floor(service.now() / 1000),
  }
  const inner = proto.Message.fromObject({ [field]: fields })
  const isPicture = kind === 'picture' || kind === 'sticker'
  return {
    message: viewOnce ? { viewOnceMessageV2: { message: inner } } : inner,
    bubble: {
      kind,
      text: caption ?? fileName ?? '',
      mimetype,
      ...(fileName && { fileName }),
      ...(waveform && { waveform }),
      ...(isPicture ? { pictureId: keepPicture(service, bytes) } : { fileId: keepFile(service, bytes) }),
      ...(seconds !== undefined && { seconds }),
      ...(viewOnce && { viewOnce }),
    },
  }
}

export function composeLocation(
  { latitude, longitude, name }: { latitude: number; longitude: number; name?: string },
  contextInfo: Context,
): Composed {
  const locationMessage = {
    degreesLatitude: latitude,
    degreesLongitude: longitude,
    ...(name && { name }),
    ...(contextInfo && { contextInfo }),
  }
  return {
    message: { locationMessage },
    bubble: { kind: 'location', text: name ?? '', latitude, longitude },
  }
}

/** One card is a message of its own; several are a list with a title. */
export function composeContacts(cards: { name: string; phone: string }[], contextInfo: Context): Composed {
  const contacts = cards.map(({ name, phone }) => ({ displayName: name, vcard: vcardOf(name, phone) }))
  const title = cards.map(({ name }) => name).join(', ')
  const context = contextInfo && { contextInfo }
  const [only, ...others] = contacts
  const message: proto.IMessage =
    only && others.length === 0
      ? { contactMessage: { ...only, ...context } }
      : { contactsArrayMessage: { displayName: title, contacts, ...context } }
  return { message, bubble: { kind: 'contacts', text: title } }
}

function vcardOf(name: string, phone: string): string {
  const lines = ['BEGIN:VCARD', 'VERSION:3.0', `N:;${name};;;`, `FN:${name}`]
  return [...lines, `TEL;type=CELL;waid=${phone}:+${phone}`, 'END:VCARD'].join('\n')
}

/** A poll with a single choice. */
export function composePoll(service: Service, name: string, choices: string[]): Composed {
  const message = {
    messageContextInfo: { messageSecret: service.chance.bytes(32) },
    pollCreationMessageV3: {
      name,
      options: choices.map((optionName) => ({ optionName })),
      selectableOptionsCount: 1,
    },
  }
  return { message, bubble: { kind: 'poll', text: [name, ...choices].join('\n') } }
}

const { REVOKE, MESSAGE_EDIT } = proto.Message.ProtocolMessage.Type

export function composeDeletion(key: proto.IMessageKey): Composed {
  return { message: { protocolMessage: { type: REVOKE, key } } }
}

/** Phones wrap corrections once more than other messages about messages. */
export function composeEdit(service: Service, key: proto.IMessageKey, text: string): Composed {
  const protocolMessage = {
    type: MESSAGE_EDIT,
    key,
    editedMessage: { conversation: text },
    timestampMs: service.now(),
  }
  return { message: { editedMessage: { message: { protocolMessage } } } }
}

export function composeReaction(service: Service, key: proto.IMessageKey, text: string): Composed {
  return { message: { reactionMessage: { key, text, senderTimestampMs: service.now() } } }
}
