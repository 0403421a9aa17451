import type { Readable } from 'node:stream'
import type { ConnectionStatus, DisconnectionCause, LinkingStep } from '@balcao/domain/connections'
import type { WhatsappMessageId } from '@balcao/domain/ids'
import type { LinkPreview } from '@balcao/domain/link-preview'
import type { WhatsappWebVersion } from '@balcao/domain/web-version'
import type { KeyStore } from './ports'

/** WhatsApp through a linked device or the official API. Methods that one lacks reject with `UnsupportedByProvider`. */
export interface WhatsappGateway {
  /** Opens a linked number and reconnects it until `stop`, `logout` or a final cause. Reports errors, never throws. */
  connect(options: ConnectOptions): WhatsappLink
  /** Parses a stored inbound event of any driver. The same event always gives the same result. */
  translate(content: Uint8Array): Promise<readonly InboundUpdate[]>
  /** Downloads a file, which is complete and authentic if no error follows. Throws `MediaGone` on 404 and 410. */
  fetchMedia(
    reference: MediaReference,
    signal: AbortSignal,
    keys: Pick<KeyStore, 'load'>,
  ): AsyncIterable<Uint8Array>
}

export interface ConnectOptions {
  /** The connection's name in logs: a database id, never a phone number. */
  readonly name: string
  /** The provider that serves this number. The default is the unofficial one, which links the number as a device. */
  readonly provider?: string
  /** Stores the connection's keys and inbound events. A commit rejects once this process has lost the lease. */
  readonly keys: KeyStore
  /** Aborted when this process loses the lease: the link then ends at once, without logging out. */
  readonly leaseLost: AbortSignal
  readonly report: (report: ConnectionStatusReport) => void
  /** Called when a contact types or records in a chat of `watchChats`. */
  readonly typing?: (sign: TypingEvent) => void
  /** Asked when a call begins to ring. If the result is false, the call is declined at once. */
  readonly takesCalls?: () => Promise<boolean>
  /** Requests the whole history of the phone while linking. WhatsApp does not send it later. */
  readonly bringHistory?: boolean
}

export interface ConnectionStatusReport {
  readonly status: ConnectionStatus
  /** The text of the QR code, only in status `qrcode`. */
  readonly qr: string | null
  readonly qrExpiresAt: Date | null
  readonly cause: DisconnectionCause | null
  /** How far the linking of a phone is; null while no linking is in progress. */
  readonly step: LinkingStep | null
  /** The time of the next attempt to connect; null when none follows. */
  readonly nextAttemptAt: Date | null
  /** The number of QR codes in a row without a scan, 0 to 3; while reconnecting, the number of failed attempts. */
  readonly retries: number
  /** The connection's phone number in digits; null while unknown. */
  readonly phone: string | null
  /** True when the keys were deleted (401 or logout), so that the next start shows a new QR code. */
  readonly unlinked: boolean
}

/** The supervised connection of one number. All methods reject with `NotConnected` while it is not open. */
export interface WhatsappLink {
  /**
   * Resolves when the message was handed to WhatsApp; the server's ack follows as `InboundReceipt`. If the provider has
   * the capability `repeatsSafely`, the same id may be sent again after any error. Without it, `SendRefused` means that
   * WhatsApp did not take the message, and `SendOutcomeUnknown` that WhatsApp may have taken it.
   */
  send(order: MessageSendRequest): Promise<void>
  /** Changes the text of one of our messages, for about 15 minutes after it was sent. Idempotent. */
  edit(order: MessageEditRequest): Promise<void>
  /** Sets our reaction to a message, or removes it. Idempotent. */
  react(order: MessageReactionRequest): Promise<void>
  /** Shows the contact that a user is typing or recording. WhatsApp hides it after some seconds. */
  typing(chat: ChatAddress, doing: 'typing' | 'recording' | 'nothing'): Promise<void>
  /** Replaces the chats whose typing is reported. While there are any, this number is online. Idempotent. */
  watchChats(chats: readonly ChatAddress[]): Promise<void>
  /** Reads a group's name and members. Rejects when this number is not a member. */
  groupInfo(group: GroupAddress): Promise<GroupInfo>
  /** Asks the sending phone to upload the media again. Rejects with `MediaGone` when the phone no longer has it. */
  requestReupload(message: MessageReference, reference: MediaReference): Promise<MediaReference>
  /** Asks WhatsApp to delete one of our messages for all members of the chat. Idempotent. */
  deleteForEverybody(order: MessageDeletionRequest): Promise<void>
  /** Sends read receipts for these messages, in the order of their arrival. */
  markRead(messages: readonly MessageReference[]): Promise<void>
  /** The address of a phone number; null if it has no WhatsApp. Call it before writing to a new contact. */
  lookUp(phone: string): Promise<PersonAddress | null>
  /** A short-lived https address of the profile picture; null without one. */
  profilePicture(chat: ChatAddress): Promise<string | null>
  /** Gets a code to type on the phone, while a QR code is shown. Rejects with `LinkingRefused` within 30 s. */
  requestPairingCode(phone: string): Promise<string>
  /** Unlinks this number in WhatsApp and deletes its keys. */
  logout(): Promise<void>
  /** Closes the socket, keeps the keys, and reports `DISCONNECTED` with cause `stopped` before it resolves. */
  stop(): Promise<void>
}

/** A person's phone number and LID (WhatsApp's own id of a person) in digits. WhatsApp may report one of them later. */
export interface PersonAddress {
  readonly kind: 'person'
  readonly phone: string | null
  readonly lid: string | null
  /** The business-scoped user id of the official API, such as `BR.1349120865`. */
  readonly userId?: string
}
export interface GroupAddress {
  readonly kind: 'group'
  /** The part of the group's JID before `@g.us`. */
  readonly group: string
}
export type ChatAddress = PersonAddress | GroupAddress

export interface TypingEvent {
  readonly chat: ChatAddress
  /** In groups, the member who types. */
  readonly author: PersonAddress | null
  readonly doing: 'typing' | 'recording' | 'nothing'
}

export interface MessageReference {
  readonly chat: ChatAddress
  readonly id: WhatsappMessageId
  readonly fromMe: boolean
  /** In groups, the author of the message. */
  readonly author: PersonAddress | null
}

interface NamedOrder {
  readonly id: WhatsappMessageId
  /** True when nothing was sent under this id before, so that looking up an earlier attempt can be skipped. */
  readonly isFirstTry?: boolean
}
export interface MessageSendRequest extends NamedOrder {
  readonly to: ChatAddress
  readonly content: OutgoingContent
  readonly quoted: QuotedMessage | null
}
export interface MessageDeletionRequest extends NamedOrder {
  readonly message: MessageReference
}
export interface MessageEditRequest extends MessageDeletionRequest {
  readonly text: string
}
export interface MessageReactionRequest extends MessageDeletionRequest {
  /** One emoji; empty to remove our reaction. */
  readonly emoji: string
}
export interface GroupInfo {
  readonly subject: string
  readonly members: readonly PersonAddress[]
}
export type OutgoingContent =
  | { readonly kind: 'text'; readonly text: string }
  /** A text with buttons for at most three answers, else with a list. */
  | {
      readonly kind: 'choices'
      readonly text: string
      /** The text and the answers as a numbered list, for providers without buttons and lists. */
      readonly asText: string
      /** The label of the button that opens a list. */
      readonly listLabel: string
      readonly choices: readonly { readonly id: string; readonly title: string }[]
    }
  /** An approved template with the values of its variables. */
  | {
      readonly kind: 'template'
      readonly name: string
      /** The template's language, such as `pt_BR`. */
      readonly language: string
      readonly components: readonly TemplateComponentValues[]
    }
  /** A voice note, which the phone shows with its waveform. iPhones play only Ogg with Opus and one channel. */
  | {
      readonly kind: 'voice'
      readonly seconds: number
      /** The loudness over time: 64 samples of 0 to 100. */
      readonly waveform: Uint8Array
      readonly file: () => Promise<Readable>
    }
  | {
      readonly kind: 'location'
      readonly latitude: number
      readonly longitude: number
      readonly name: string | null
      readonly address: string | null
    }
  /** At least one card. */
  | { readonly kind: 'contact-card'; readonly cards: readonly ContactCard[] }
  | {
      readonly kind: 'media'
      readonly media: MediaKind
      readonly mimetype: string
      readonly fileName: string | null
      readonly caption: string | null
      readonly file: () => Promise<Readable>
    }
export type TemplateComponentValues =
  | {
      readonly part: 'header'
      readonly media: MediaKind
      readonly mimetype: string
      readonly fileName: string | null
      readonly file: () => Promise<Readable>
    }
  | {
      readonly part: 'header' | 'body'
      readonly values: readonly { readonly name?: string; readonly text: string }[]
    }
  /** A button's variable: the end of a link's address, the payload of a quick reply, or a code to copy. */
  | {
      readonly part: 'button'
      readonly index: number
      readonly button: 'url' | 'quick_reply' | 'copy_code'
      readonly value: string
    }
export interface ContactCard {
  readonly name: string
  readonly vcard: string
}
export interface QuotedMessage extends MessageReference {
  /** The quoted text, which the customer's phone shows. */
  readonly text: string
}

export type MediaKind = 'image' | 'video' | 'audio' | 'document' | 'sticker'

/** The data to fetch and decrypt a media file later, as opaque JSON text. Encrypt it at rest. */
export type MediaReference = string & { readonly __mediaReference: true }

export type InboundUpdate =
  | InboundMessage
  | InboundEdit
  | InboundReaction
  | InboundCall
  | InboundGroupRename
  | InboundChatHistory
  | InboundReceipt
  | InboundDeletion
  | InboundAddressMatch
  | InboundMarketingPreference
  | InboundNames
  | InboundHistoryPartStored

export interface InboundMessage {
  readonly kind: 'message'
  readonly id: WhatsappMessageId
  readonly chat: ChatAddress
  /** True for the owner's messages from the phone, or from another linked device. */
  readonly fromMe: boolean
  /** In groups, the author; otherwise null. */
  readonly author: PersonAddress | null
  readonly pushName: string | null
  readonly sentAt: Date
  readonly content: InboundContent
  readonly quotedId: WhatsappMessageId | null
  /** The advertisement through which the customer wrote, when the content has no preview of it. */
  readonly advertisement?: LinkPreview
  /** For a message that cannot be shown: its source as the provider sent it, at most 16,000 characters. */
  readonly raw?: string
  /** When the reply window of this message will close; omitted when free messages are always allowed. */
  readonly replyUntil?: Date
}
export type InboundContent =
  | {
      readonly kind: 'text'
      readonly text: string
      /** A link's preview, or the advertisement through which the customer wrote. */
      readonly preview?: LinkPreview
      /** If the customer tapped an answer: its id. `text` is its title. */
      readonly choice?: string
    }
  | { readonly kind: 'order'; readonly text: string; readonly items: readonly CatalogueOrderItem[] }
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
      readonly pages?: number
      readonly voice: boolean
      /** For voice notes: the loudness over time, each 0 to 100. */
      readonly waveform: readonly number[] | null
      readonly viewOnce: boolean
      readonly reference: MediaReference
    }
  | {
      readonly kind: 'location'
      readonly latitude: number
      readonly longitude: number
      readonly description: string
      readonly thumbnail: Uint8Array | null
    }
  /** One or more contact cards; `vcard` holds the cards one below the other. */
  | { readonly kind: 'contact-card'; readonly name: string; readonly vcard: string }
  | {
      readonly kind: 'poll'
      readonly question: string
      readonly choices: readonly string[]
      readonly manyAllowed: boolean
    }
  /**
   * `what` is an unsupported field of WhatsApp's protocol, or one of these. `undecryptable`, `unavailable`: the
   * content may still arrive in another message with this id. `view-once`: only the phone can show the content.
   */
  | { readonly kind: 'unsupported'; readonly what: string }

/** An item of an order from a catalogue. `price` is for one piece, in units of `currency` (ISO 4217). */
export interface CatalogueOrderItem {
  readonly product: string
  readonly quantity: number
  readonly price: number
  readonly currency: string
}

export function isContentAwaited(content: InboundContent): boolean {
  return content.kind === 'unsupported' && ['undecryptable', 'unavailable'].includes(content.what)
}

/** The author of a message edited it. An edit opens no ticket, and has no effect on an unknown message. */
export interface InboundEdit {
  readonly kind: 'edit'
  readonly chat: ChatAddress
  readonly id: WhatsappMessageId
  readonly fromMe: boolean
  readonly author: PersonAddress | null
  readonly text: string
  readonly preview?: LinkPreview
  readonly editedAt: Date
}
/** A person reacted to a message, or removed their reaction. A reaction opens no ticket. */
export interface InboundReaction {
  readonly kind: 'reaction'
  readonly chat: ChatAddress
  /** The message that got the reaction. `onOurs` is true if this number sent it. */
  readonly id: WhatsappMessageId
  readonly onOurs: boolean
  /** True if the number's owner reacted on the phone. In groups, `author` is the person who reacted. */
  readonly fromMe: boolean
  readonly author: PersonAddress | null
  readonly emoji: string
  readonly at: Date
}
/** A call that has ended. It is reported once: at its end, or when the end must have been missed. */
export interface InboundCall {
  readonly kind: 'call'
  /** WhatsApp's id of the call; unique within the connection. */
  readonly id: string
  readonly chat: ChatAddress
  readonly video: boolean
  /** `answered` and `declined` happened on the phone. `refused`: this server declined the ringing call. */
  readonly outcome: 'missed' | 'answered' | 'declined' | 'refused'
  /** When the call began to ring, or where the provider does not say, when it was answered or ended. */
  readonly at: Date
  /** When the reply window of this call will close; omitted when free messages are always allowed. */
  readonly replyUntil?: Date
}
export interface InboundGroupRename {
  readonly kind: 'group'
  readonly chat: GroupAddress
  readonly subject: string
  readonly at: Date
}
/** A part of a conversation from before the linking, oldest first. It may repeat received messages. */
export interface InboundChatHistory {
  readonly kind: 'history'
  readonly chat: ChatAddress
  readonly name: string | null
  readonly messages: readonly InboundMessage[]
}

/** `ack`: 0 given to WhatsApp, 1 sent, 2 delivered, 3 read, 4 played. `refusedWith`: an error code, or null. */
export interface InboundReceipt {
  readonly kind: 'ack'
  readonly chat: ChatAddress
  readonly ids: readonly WhatsappMessageId[]
  readonly ack: 0 | 1 | 2 | 3 | 4
  readonly refusedWith: number | null
  /** The provider's own id of the message that has our id in `ids`. All later events use the provider's id. */
  readonly givenId?: WhatsappMessageId
  readonly charge?: MessageCharge
}
export interface MessageCharge {
  /** Meta's price category in lower case: `service`, `utility`, `marketing`, `authentication` or another. */
  readonly category: string
  /** False for free messages, such as those after a click on an advertisement. */
  readonly isBilled: boolean
}
export interface InboundDeletion {
  readonly kind: 'deletion'
  readonly chat: ChatAddress
  readonly id: WhatsappMessageId
  readonly fromMe: boolean
  /** In groups, the author of both the message and its deletion. */
  readonly author: PersonAddress | null
}
/** A person chose in WhatsApp whether to get this business's marketing messages. */
export interface InboundMarketingPreference {
  readonly kind: 'preference'
  readonly chat: PersonAddress
  readonly pushName: string | null
  readonly wantsMarketing: boolean
}
/** WhatsApp reported that these addresses belong to one person. */
export interface InboundAddressMatch {
  readonly kind: 'identity'
  readonly person: PersonAddress
  /** The person's addresses before a change of number or user id. */
  readonly former?: PersonAddress
}

/** A part of the phone's history was stored completely. `isLast`: no further part follows. */
export interface InboundHistoryPartStored {
  readonly kind: 'history-part'
  readonly isLast: boolean
}
/** Names of people, from the phone book or WhatsApp's register of businesses, and names of groups. */
export interface InboundNames {
  readonly kind: 'names'
  readonly names: readonly {
    readonly chat: ChatAddress
    readonly name: string
    readonly source: 'phone-book' | 'business' | 'subject'
  }[]
}

export class NotConnected extends Error {
  override readonly name = 'NotConnected'
}
export class UnsupportedByProvider extends Error {
  override readonly name = 'UnsupportedByProvider'
}
/** WhatsApp refused the message, and certainly did not send it. */
export class SendRefused extends Error {
  override readonly name = 'SendRefused'
  /** `code` is WhatsApp's error code. If `retryAfterMs` is null, the message must not be sent again. */
  constructor(
    readonly code: number,
    readonly retryAfterMs: number | null,
    options?: ErrorOptions,
  ) {
    super(`WhatsApp refused the message (${code})`, options)
  }
}
/** WhatsApp may have taken the message: it did not answer, or reported an internal error. */
export class SendOutcomeUnknown extends Error {
  override readonly name = 'SendOutcomeUnknown'
}
export class LinkingRefused extends Error {
  override readonly name = 'LinkingRefused'
  /** `code` is WhatsApp's error number, such as 400 or 429; null when WhatsApp did not answer in time. */
  constructor(
    readonly code: number | null,
    options?: ErrorOptions,
  ) {
    super(`WhatsApp refused to link by letters (${code ?? 'no answer'})`, options)
  }
}
export type { WhatsappWebVersion }
export interface WebVersionProvider {
  /** The version to report to WhatsApp; null for Baileys' own. Resolves within seconds and never rejects. */
  current(): Promise<WhatsappWebVersion | null>
  /** Tells the source that WhatsApp refused the version (405), so that it looks up another one. */
  refused(): void
}
export class MediaGone extends Error {
  override readonly name = 'MediaGone'
}
