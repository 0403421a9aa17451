import { type LinkPreview, linkPreviewOf } from '@balcao/domain/link-preview'
import { isSmallJpeg } from '@balcao/domain/small-picture'
import { extractMessageContent, type proto, toNumber } from 'baileys'
import type { InboundContent, MediaKind } from './gateway'
import { type MediaDownloadFields, mediaReference } from './media-reference'

type Fields = proto.IMessage
type Reader = (message: Fields) => InboundContent | null

const readers: { readonly [Field in keyof Fields]?: Reader } = {
  conversation: ({ conversation }) => text(conversation),
  extendedTextMessage: ({ extendedTextMessage }) => linkedText(extendedTextMessage),
  buttonsResponseMessage: ({ buttonsResponseMessage }) => text(buttonsResponseMessage?.selectedDisplayText),
  templateButtonReplyMessage: ({ templateButtonReplyMessage }) =>
    text(templateButtonReplyMessage?.selectedDisplayText),
  listResponseMessage: ({ listResponseMessage }) => text(listResponseMessage?.title),
  imageMessage: ({ imageMessage }) => media('image', imageMessage),
  videoMessage: ({ videoMessage }) => media('video', videoMessage),
  ptvMessage: ({ ptvMessage }) => media('video', ptvMessage),
  audioMessage: ({ audioMessage }) => media('audio', audioMessage),
  documentMessage: ({ documentMessage }) => media('document', documentMessage),
  stickerMessage: ({ stickerMessage }) => media('sticker', stickerMessage),
  locationMessage: ({ locationMessage }) =>
    location(locationMessage, locationMessage?.name || locationMessage?.address || locationMessage?.url),
  liveLocationMessage: ({ liveLocationMessage }) =>
    location(liveLocationMessage, liveLocationMessage?.caption),
  contactMessage: ({ contactMessage }) => card(contactMessage?.displayName, [contactMessage]),
  pollCreationMessage: ({ pollCreationMessage }) => poll(pollCreationMessage),
  pollCreationMessageV2: ({ pollCreationMessageV2 }) => poll(pollCreationMessageV2),
  pollCreationMessageV3: ({ pollCreationMessageV3 }) => poll(pollCreationMessageV3),
  contactsArrayMessage: ({ contactsArrayMessage }) =>
    card(contactsArrayMessage?.displayName, contactsArrayMessage?.contacts ?? []),
}

/** Message fields that hold nothing to show, because they act on another message or serve the protocol only. */
const silentKinds = new Set<string>([
  'messageContextInfo',
  'senderKeyDistributionMessage',
  'fastRatchetKeySenderKeyDistributionMessage',
  'protocolMessage',
  'reactionMessage',
  'encReactionMessage',
  'editedMessage',
  'secretEncryptedMessage',
  'pinInChatMessage',
  'keepInChatMessage',
  'pollUpdateMessage',
  'encCommentMessage',
  'encEventResponseMessage',
  'albumMessage',
  'stickerSyncRmrMessage',
  'deviceSentMessage',
  'chat',
])

export function inboundContentOf(message: Fields): InboundContent | null {
  const inner = extractMessageContent(message)
  if (!inner) return null
  const fields = Object.keys(inner).filter((field) => isPresent(inner, field))
  for (const field of fields) {
    const content = readerOf(field)?.(inner) ?? null
    if (content !== null) return marked(content, message)
  }
  const unknown = fields.find((field) => !silentKinds.has(field) && readerOf(field) === undefined)
  return unknown === undefined ? null : { kind: 'unsupported', what: unknown }
}

/** Marks media as view-once if a view-once envelope contains it. The media's own field is set only sometimes. */
function marked(content: InboundContent, message: Fields): InboundContent {
  if (content.kind !== 'media') return content
  const { viewOnceMessage, viewOnceMessageV2, viewOnceMessageV2Extension } = message
  const isEnvelope = viewOnceMessage || viewOnceMessageV2 || viewOnceMessageV2Extension
  return isEnvelope ? { ...content, viewOnce: true } : content
}

export function quotedMessageIdOf(message: Fields): string | null {
  for (const part of Object.values(extractMessageContent(message) ?? {})) {
    if (typeof part !== 'object' || part === null || !('contextInfo' in part)) continue
    // The cast is safe: `in` has shown that the field exists, and its type is the same in all kinds of messages.
    const { contextInfo } = part as { contextInfo?: proto.IContextInfo | null }
    if (contextInfo?.stanzaId) return contextInfo.stanzaId
  }
  return null
}

function readerOf(field: string): Reader | undefined {
  // the check before proves that `field` is a key
  return Object.hasOwn(readers, field) ? readers[field as keyof Fields] : undefined
}

function isPresent(message: Fields, field: string): boolean {
  const value = message[field as keyof Fields] // `field` is a key of this object
  return value !== null && value !== undefined
}

function text(value: string | null | undefined): InboundContent | null {
  return value ? { kind: 'text', text: value } : null
}

/** The large picture of a link preview is left out, because it would have to be fetched from WhatsApp. */
function linkedText(fields: proto.Message.IExtendedTextMessage | null | undefined): InboundContent | null {
  if (!fields?.text) return null
  const { text, matchedText, title, description, jpegThumbnail } = fields
  const sent = { link: matchedText ?? '', title: title ?? '', description: description ?? '' }
  const preview = linkPreviewOf(text, sent)
  if (preview === null) return { kind: 'text', text }
  return { kind: 'text', text, preview: { ...preview, ...pictureOf(jpegThumbnail) } }
}

function pictureOf(bytes: Uint8Array | null | undefined): Pick<LinkPreview, 'picture'> {
  return bytes && isSmallJpeg(bytes) ? { picture: Buffer.from(bytes).toString('base64') } : {}
}

/** The fields that the five kinds of media messages share; each is optional in some kind. */
interface MediaFields extends MediaDownloadFields {
  fileLength?: Parameters<typeof toNumber>[0]
  mimetype?: string | null
  caption?: string | null
  fileName?: string | null
  seconds?: number | null
  width?: number | null
  height?: number | null
  pageCount?: number | null
  ptt?: boolean | null
  waveform?: Uint8Array | null
  viewOnce?: boolean | null
}

function media(kind: MediaKind, fields: MediaFields | null | undefined): InboundContent | null {
  if (!fields) return null
  const reference = mediaReference(kind, fields)
  if (reference === null) return { kind: 'unsupported', what: `${kind} without key` }
  return {
    kind: 'media',
    media: kind,
    caption: fields.caption ?? '',
    mimetype: fields.mimetype ?? 'application/octet-stream',
    fileName: fields.fileName ?? null,
    sizeBytes: fields.fileLength ? countable(toNumber(fields.fileLength)) : null,
    seconds: countable(fields.seconds),
    width: countable(fields.width),
    height: countable(fields.height),
    ...(fields.pageCount && { pages: fields.pageCount }), // 0 when the phone did not count the pages
    voice: fields.ptt === true,
    waveform: fields.waveform?.length
      ? [...fields.waveform].map((loudness) => Math.min(100, loudness))
      : null,
    viewOnce: fields.viewOnce === true,
    reference,
  }
}

/** Null for other numbers than whole ones, because a phone may send any. */
function countable(number: number | null | undefined): number | null {
  return Number.isSafeInteger(number) ? (number ?? null) : null
}

function isOnEarth(latitude: number, longitude: number): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 // false also for NaN
}

interface LocationFields {
  degreesLatitude?: number | null
  degreesLongitude?: number | null
  jpegThumbnail?: Uint8Array | null
}

function location(
  fields: LocationFields | null | undefined,
  description?: string | null,
): InboundContent | null {
  if (!fields) return null
  const latitude = fields.degreesLatitude ?? 0
  const longitude = fields.degreesLongitude ?? 0
  if (!isOnEarth(latitude, longitude)) {
    // The coordinates are invalid, so only the description can be shown.
    return {
      kind: 'text',
      text: ['📍', description, `(${latitude}, ${longitude})`].filter(Boolean).join(' '),
    }
  }
  return {
    kind: 'location',
    latitude,
    longitude,
    description: description ?? '',
    thumbnail: fields.jpegThumbnail?.length ? fields.jpegThumbnail : null,
  }
}

function poll(fields: proto.Message.IPollCreationMessage | null | undefined): InboundContent | null {
  if (!fields) return null
  return {
    kind: 'poll',
    question: fields.name ?? '',
    choices: (fields.options ?? []).map(({ optionName }) => optionName ?? ''),
    manyAllowed: fields.selectableOptionsCount !== 1,
  }
}

function card(
  name: string | null | undefined,
  cards: ReadonlyArray<proto.Message.IContactMessage | null | undefined>,
): InboundContent {
  return { kind: 'contact-card', name: name ?? '', vcard: cards.map((one) => one?.vcard ?? '').join('\n') }
}
