import type { ConnectionCause, ConnectionStatus } from '@balcao/domain/connections'
import type { WhatsappMessageId } from '@balcao/domain/ids'
import type { KeyStore } from './ports'

/**
 * The telephone as the rest of the house knows it. Foreign shapes (stanzas, JIDs, protobufs) stop behind this file:
 * features import this interface and nothing else of the package; `processes` chooses the driver.
 */
export interface WhatsappGateway {
  /** Opens and keeps one linked number alive until `stop`, `logout` or a final cause. Never throws: it reports. */
  connect(options: ConnectOptions): WhatsappLink
  /** Reads what an in-tray entry says. Pure on the entry: the same answer live and after a crash. */
  translate(content: Uint8Array): Promise<readonly Heard[]>
  /** Downloads and decrypts a media. May run twice. Rejects with `MediaGone` on 404 and 410. */
  fetchMedia(reference: MediaReference, signal: AbortSignal): Promise<Uint8Array>
}

export interface ConnectOptions {
  /** Names this connection in logs; a database id, never a phone number. */
  readonly name: string
  /** Fenced by the lease of the process that opened it: a commit after losing the lease rejects. */
  readonly keys: KeyStore
  /** Aborted when the lease is lost: the link ends at once, without logging out. */
  readonly leaseLost: AbortSignal
  readonly report: (report: ConnectionReport) => void
}

/** What happened to the link. The last one is the truth; each carries everything a screen needs. */
export interface ConnectionReport {
  readonly status: ConnectionStatus
  /** The text to draw as QR, only in status `qrcode`. */
  readonly qr: string | null
  /** When the QR stops being good. */
  readonly qrExpiresAt: Date | null
  readonly cause: ConnectionCause | null
  /** When the next attempt starts, while we go on trying. */
  readonly nextAttemptAt: Date | null
  /** Unused codes so far, 0 to 3 (CONN-29), or failed attempts while reconnecting. */
  readonly retries: number
  /** Digits of the linked number once it is known. */
  readonly phone: string | null
  /** True when the keys were forgotten (401, logout): the next start shows a new QR. */
  readonly unlinked: boolean
}

/** One supervised number. All methods reject with `NotConnected` while the link is not open. */
export interface WhatsappLink {
  /**
   * Hands the message to WhatsApp under the id reserved in `order.id`; the ratchet is committed before the stanza
   * leaves. Resolving means "written to the socket": *sent* is the server's ack, which arrives as `HeardAck`.
   * Sending the same id twice is safe.
   */
  send(order: SendOrder): Promise<void>
  /** Asks WhatsApp to delete one of our messages for everybody. */
  deleteForEverybody(message: MessageReference): Promise<void>
  /** Tells the contact that these were read. */
  markRead(messages: readonly MessageReference[]): Promise<void>
  /** The identity behind a number, or null when it is not on WhatsApp. Asked before a first contact. */
  lookUp(phone: string): Promise<PersonAddress | null>
  /** A short-lived https address of the profile picture, or null. */
  profilePicture(chat: ChatAddress): Promise<string | null>
  /** Eight letters to type on the phone, instead of scanning (only while a QR is shown). */
  requestPairingCode(phone: string): Promise<string>
  /** Unlinks this number on WhatsApp and forgets its keys. */
  logout(): Promise<void>
  /**
   * Closes the socket, keeps the keys, and reports `DISCONNECTED` with cause `stopped` before it resolves. Nothing of
   * this link runs any more then; connecting again takes a new link.
   */
  stop(): Promise<void>
}

/** A person has a phone number, a LID, or both; WhatsApp may tell only one of them at first. Digits without sign. */
export interface PersonAddress {
  readonly kind: 'person'
  readonly phone: string | null
  readonly lid: string | null
}
export interface GroupAddress {
  readonly kind: 'group'
  /** The part before `@g.us`. */
  readonly group: string
}
export type ChatAddress = PersonAddress | GroupAddress

export interface MessageReference {
  readonly chat: ChatAddress
  readonly id: WhatsappMessageId
  readonly fromMe: boolean
  /** Who wrote it, in groups. */
  readonly author: PersonAddress | null
}

export interface SendOrder {
  readonly id: WhatsappMessageId
  readonly to: ChatAddress
  readonly content: OutgoingContent
  readonly quoted: QuotedMessage | null
}
export type OutgoingContent =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'media'
      readonly media: MediaKind
      readonly mimetype: string
      readonly fileName: string | null
      readonly caption: string | null
      readonly bytes: () => Promise<Uint8Array>
    }
export interface QuotedMessage extends MessageReference {
  /** What stands in the quote on the customer's phone. */
  readonly text: string
}

export type MediaKind = 'image' | 'video' | 'audio' | 'document' | 'sticker'

/** Everything needed to fetch and decrypt a media later; opaque JSON text, to be kept encrypted at rest. */
export type MediaReference = string & { readonly __mediaReference: true }

/** What WhatsApp told us, in our words. */
export type Heard = HeardMessage | HeardAck | HeardDeletion | HeardIdentity

export interface HeardMessage {
  readonly kind: 'message'
  readonly id: WhatsappMessageId
  readonly chat: ChatAddress
  /** True for what the owner wrote on the handset, or another linked device. */
  readonly fromMe: boolean
  /** The writer within a group; null in a conversation of two. */
  readonly author: PersonAddress | null
  /** The name the writer chose on WhatsApp. */
  readonly pushName: string | null
  readonly sentAt: Date
  readonly content: HeardContent
  readonly quotedId: WhatsappMessageId | null
}
export type HeardContent =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'media'
      readonly media: MediaKind
      readonly caption: string
      readonly mimetype: string
      readonly fileName: string | null
      readonly sizeBytes: number | null
      readonly seconds: number | null
      readonly width: number | null
      readonly height: number | null
      readonly reference: MediaReference
    }
  | {
      readonly kind: 'location'
      readonly latitude: number
      readonly longitude: number
      readonly description: string
      readonly thumbnail: Uint8Array | null
    }
  | { readonly kind: 'contact-card'; readonly name: string; readonly vcard: string }
  /** Content that we cannot show yet; `what` is the protobuf field, for the log and a placeholder. */
  | { readonly kind: 'unsupported'; readonly what: string }

/** 1 sent, 2 delivered, 3 read, 4 played (MESSAGE-02). `refusedWith` is WhatsApp's error code when it refused. */
export interface HeardAck {
  readonly kind: 'ack'
  readonly chat: ChatAddress
  readonly ids: readonly WhatsappMessageId[]
  readonly ack: 1 | 2 | 3 | 4
  readonly refusedWith: number | null
}
export interface HeardDeletion {
  readonly kind: 'deletion'
  readonly chat: ChatAddress
  readonly id: WhatsappMessageId
  readonly fromMe: boolean
}
/** WhatsApp told that a phone number and a LID are one person. */
export interface HeardIdentity {
  readonly kind: 'identity'
  readonly person: PersonAddress
}

export class NotConnected extends Error {
  override readonly name = 'NotConnected'
}
export class MediaGone extends Error {
  override readonly name = 'MediaGone'
}
