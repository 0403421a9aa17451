import type { MessageView } from '@balcao/contract/messages'
import type { ContactId, UserId } from '@balcao/domain/ids'
import { isAutomatic } from '@balcao/domain/messages'
import type { MediaLinks } from '../../platform/media-links'
import type { MediaFacts } from './media/media-facts'
import type { NewMessage } from './messages.queries'

const mp3 = 'audio/mpeg'

type Quoted = NonNullable<MessageView['quotedMsg']>

/** The wire format of a message as the database builds it, with file keys instead of links. */
export type UnsignedMessage = Omit<MessageView, 'media' | 'mediaUrl' | 'quotedMsg'> & {
  readonly media: MediaFacts | null
  readonly quotedMsg: (Omit<Quoted, 'mediaUrl' | 'media'> & { readonly media: MediaFacts | null }) | null
}

/** A message before it is stored, with the names that its wire format shows. */
export interface MessageToStore extends NewMessage {
  /** The contact of the conversation, or the author within a group; null: a message of ours. */
  readonly writer: { readonly id: ContactId; readonly name: string } | null
  /** The user of the company who wrote it, where the caller knows the name. */
  readonly user?: { readonly id: UserId; readonly name: string }
}

/** The wire format of a message that is being stored. `user` wrote it, if a user of the company did. */
export function unsignedMessage(
  message: MessageToStore,
  { user, quoted, now }: { user: UnsignedMessage['user']; quoted: UnsignedMessage['quotedMsg']; now: Date },
): UnsignedMessage {
  return {
    id: message.id,
    ticketId: message.ticketId,
    clientId: message.clientId,
    body: message.body,
    fromMe: message.fromMe,
    ack: message.ack,
    failure: null,
    read: message.isRead,
    mediaType: message.mediaType,
    media: message.media,
    isDeleted: false,
    isEdited: false,
    isViewOnce: message.isViewOnce,
    linkPreview: message.linkPreview,
    refusedChange: null,
    reactions: [],
    isAutomatic: isAutomatic(message.origin),
    origin: message.origin,
    contact: message.writer,
    user,
    quotedMsg: quoted,
    createdAt: message.createdAt.toISOString(),
    updatedAt: now.toISOString(),
  }
}

/** The wire format of a message, for answers and events. */
export function messageView(message: UnsignedMessage, links: MediaLinks): MessageView {
  const { media, quotedMsg, ...rest } = message
  return {
    ...rest,
    mediaUrl: urlOf(media, links),
    media: media === null ? null : mediaView(media, links),
    quotedMsg: quotedMsg === null ? null : quotedView(quotedMsg, links),
  }
}

/** A message as JSON from the database. `needs_links`: it or its quote may have files, whose links must be signed. */
export interface WrittenMessageRow {
  /** JSON: an `UnsignedMessage`, or the final wire format if it needs no links. */
  message: string
  needs_links: boolean
}

/** The wire format of a message as JSON. Most messages have no file and are passed on without parsing. */
export function writtenMessage({ message, needs_links }: WrittenMessageRow, links: MediaLinks): string {
  return needs_links ? JSON.stringify(messageView(JSON.parse(message), links)) : message
}

function quotedView(
  { media, ...rest }: NonNullable<UnsignedMessage['quotedMsg']>,
  links: MediaLinks,
): Quoted {
  return { ...rest, mediaUrl: urlOf(media, links), media: media && namesOf(media) }
}

function namesOf({ mimetype, fileName, isVoice = false }: MediaFacts): NonNullable<Quoted['media']> {
  return { mimetype, fileName, isVoice }
}

function urlOf(media: MediaFacts | null, links: MediaLinks): string | null {
  if (media === null || media.key === null) return null
  return links.toFile(media.key, media.fileName ?? undefined)
}

function mediaView(media: MediaFacts, links: MediaLinks): NonNullable<MessageView['media']> {
  const { state, mimetype, fileName, sizeBytes, seconds, width, height } = media
  const { pages = null, isVoice = false, waveform, thumbnailKey } = media
  const facts = { state, mimetype, fileName, sizeBytes, seconds, width, height }
  return {
    ...facts,
    pages,
    isVoice,
    waveform: waveform === undefined ? null : [...waveform],
    thumbnailUrl: thumbnailKey === undefined ? null : links.toFile(thumbnailKey),
    compatibleUrl: compatibleUrlOf(media, links),
  }
}

function compatibleUrlOf(media: MediaFacts, links: MediaLinks): string | null {
  if (media.mimetype === mp3) return urlOf(media, links)
  return media.compatibleKey === undefined ? null : links.toFile(media.compatibleKey)
}
