import type { MessageView } from '@balcao/contract/messages'
import type { ContactId, UserId } from '@balcao/domain/ids'
import { isAutomaticOrigin } from '@balcao/domain/messages'
import type { MediaLinkSigner } from '../../platform/media-links'
import type { MediaMetadata } from './media/media-facts'
import type { NewMessage } from './messages.queries'

const mp3 = 'audio/mpeg'

type Quoted = NonNullable<MessageView['quotedMsg']>

/** The wire format of a message as the database builds it, with file keys instead of links. */
export type UnsignedMessage = Omit<MessageView, 'media' | 'mediaUrl' | 'quotedMsg'> & {
  readonly media: MediaMetadata | null
  readonly quotedMsg: (Omit<Quoted, 'mediaUrl' | 'media'> & { readonly media: MediaMetadata | null }) | null
}

/** A message before it is stored, with the names that its wire format shows. */
export interface MessageToStore extends NewMessage {
  /** The contact of the conversation, or the author within a group; null: a message of ours. */
  readonly writer: { readonly id: ContactId; readonly name: string } | null
  /** The user of the company who wrote the message, if the caller knows the name. */
  readonly user?: { readonly id: UserId; readonly name: string }
}

export function unsignedMessageOf(
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
    isAutomatic: isAutomaticOrigin(message.origin),
    origin: message.origin,
    contact: message.writer,
    user,
    quotedMsg: quoted,
    createdAt: message.createdAt.toISOString(),
    updatedAt: now.toISOString(),
  }
}

export function messageView(message: UnsignedMessage, links: MediaLinkSigner): MessageView {
  const { media, quotedMsg, ...rest } = message
  return {
    ...rest,
    mediaUrl: urlOf(media, links),
    media: media === null ? null : mediaView(media, links),
    quotedMsg: quotedMsg === null ? null : quotedView(quotedMsg, links),
  }
}

/** A page of a conversation as JSON parts from the database, which `joinMessagesJson` combines. */
export interface MessagesJsonParts {
  /**
   * One line of JSON per message. `contact`, `user` and `quotedMsg` hold an id; `reactions` holds the message's own id.
   */
  readonly messages: string
  readonly contacts: readonly Named[]
  readonly users: readonly Named[]
  /** The reactions to the messages; those to one message are in order of time. */
  readonly reactions: readonly (MessageView['reactions'][number] & { readonly messageId: number })[]
  readonly quotes: readonly NonNullable<UnsignedMessage['quotedMsg']>[]
}

interface Named {
  readonly id: number
  readonly name: string
}

/**
 * Replaces the ids in each line by JSON objects, with a regular expression. No message text matches it, because JSON
 * escapes the quotes in a text.
 */
export function joinMessagesJson(written: MessagesJsonParts): string[] {
  if (written.messages === '') return []
  const byId = (things: readonly { readonly id: number }[]) =>
    new Map(things.map((one) => [String(one.id), JSON.stringify(one)]))
  const [contacts, users, quotes] = [byId(written.contacts), byId(written.users), byId(written.quotes)]
  const reactions = new Map<string, string>()
  for (const { messageId, ...reaction } of written.reactions) {
    const before = reactions.get(String(messageId))
    reactions.set(String(messageId), (before === undefined ? '' : `${before},`) + JSON.stringify(reaction))
  }
  return written.messages
    .replace(
      /"reactions":(-?\d+),"contact":(null|\d+),"user":(null|\d+),"quotedMsg":(null|-?\d+)/g,
      (_, id: string, contact: string, user: string, quote: string) =>
        `"reactions":[${reactions.get(id) ?? ''}],"contact":${contacts.get(contact) ?? 'null'},` +
        `"user":${users.get(user) ?? 'null'},"quotedMsg":${quotes.get(quote) ?? 'null'}`,
    )
    .split('\n')
}

/** Adds signed file links. Most messages have no file and no quote, and so need no parsing. */
export function signedMessageJson(message: string, links: MediaLinkSigner): string {
  const needsNoLinks = message.includes('"media":null,') && message.includes('"quotedMsg":null,')
  return needsNoLinks ? message : JSON.stringify(messageView(JSON.parse(message), links))
}

function quotedView(
  { media, ...rest }: NonNullable<UnsignedMessage['quotedMsg']>,
  links: MediaLinkSigner,
): Quoted {
  return { ...rest, mediaUrl: urlOf(media, links), media: media && namesOf(media) }
}

function namesOf({ mimetype, fileName, isVoice = false }: MediaMetadata): NonNullable<Quoted['media']> {
  return { mimetype, fileName, isVoice }
}

function urlOf(media: MediaMetadata | null, links: MediaLinkSigner): string | null {
  if (media === null || media.key === null) return null
  return links.toFile(media.key, media.fileName ?? undefined)
}

function mediaView(media: MediaMetadata, links: MediaLinkSigner): NonNullable<MessageView['media']> {
  const { state, mimetype, fileName, sizeBytes, seconds, width, height } = media
  const { pages = null, isVoice = false, waveform, thumbnailKey } = media
  return {
    ...{ state, mimetype, fileName, sizeBytes, seconds, width, height, pages, isVoice },
    waveform: waveform === undefined ? null : [...waveform],
    thumbnailUrl: thumbnailKey === undefined ? null : links.toFile(thumbnailKey),
    compatibleUrl: compatibleUrlOf(media, links),
  }
}

function compatibleUrlOf(media: MediaMetadata, links: MediaLinkSigner): string | null {
  if (media.mimetype === mp3) return urlOf(media, links)
  return media.compatibleKey === undefined ? null : links.toFile(media.compatibleKey)
}
