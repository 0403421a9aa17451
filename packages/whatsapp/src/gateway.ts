import type { Readable } from 'node:stream'
import type { ConnectionCause, ConnectionStatus, LinkingStep } from '@balcao/domain/connections'
import type { WhatsappMessageId } from '@balcao/domain/ids'
import type { LinkPreview } from '@balcao/domain/link-preview'
import type { WebVersion } from '@balcao/domain/web-version'
import type { KeyStore } from './ports'

/**
 * WhatsApp as the rest of the server knows it, through any provider. Foreign shapes (stanzas, JIDs, protobufs, Graph
 * objects) stop behind this file: features import this interface and nothing else of a driver's package; `processes`
 * chooses the driver. What a provider can't do is in `capabilitiesOf` of the domain; its link rejects with
 * `NotOffered`.
 */
export interface WhatsappGateway {
  /** Opens one linked number and reconnects it until `stop`, `logout` or a final cause. Never throws: it reports. */
  connect(options: ConnectOptions): WhatsappLink
  /**
   * Parses an inbound event, whose content names the driver that wrote it. Pure on the event: the same answer live and
   * after a crash.
   */
  translate(content: Uint8Array): Promise<readonly Inbound[]>
  /**
   * Downloads and decrypts a media, piece by piece. It is complete and authentic when all pieces have come without an
   * error: `MediaGone` on 404 and 410. May run twice. `keys` are those of the connection that received it.
   */
  fetchMedia(
    reference: MediaReference,
    signal: AbortSignal,
    keys: Pick<KeyStore, 'load'>,
  ): AsyncIterable<Uint8Array>
}

export interface ConnectOptions {
  /** Names this connection in logs; a database id, never a phone number. */
  readonly name: string
  /** The provider of the connection; a linked device by default. */
  readonly provider?: string
  /** Fenced by the lease of the process that opened it: a commit after losing the lease rejects. */
  readonly keys: KeyStore
  /** Aborted when the lease is lost: the link ends at once, without logging out. */
  readonly leaseLost: AbortSignal
  readonly report: (report: ConnectionReport) => void
  /** The contact types or records in a chat of `watchChats`. It is not stored. */
  readonly typing?: (sign: TypingSign) => void
  /** True when a user takes calls; asked when a call begins to ring. A call that no user takes is refused at once. */
  readonly takesCalls?: () => Promise<boolean>
  /**
   * Ask the phone for its whole history when this number is linked; it then arrives as `InboundHistory`. Decided once, at
   * linking: WhatsApp sends no history to a device that is linked already.
   */
  readonly bringHistory?: boolean
}

/** A change of the link. The latest report is valid; each carries everything a screen needs. */
export interface ConnectionReport {
  readonly status: ConnectionStatus
  /** The text to draw as QR, only in status `qrcode`. */
  readonly qr: string | null
  /** When the QR expires. */
  readonly qrExpiresAt: Date | null
  readonly cause: ConnectionCause | null
  /** The step of the linking; null when nothing is being linked. */
  readonly step: LinkingStep | null
  /** When the next attempt starts, while attempts continue. */
  readonly nextAttemptAt: Date | null
  /** Unused codes so far, 0 to 3 (CONN-29), or failed attempts while reconnecting. */
  readonly retries: number
  /** Digits of the linked number once it is known. */
  readonly phone: string | null
  /** True when the keys were deleted (401, logout): the next start shows a new QR. */
  readonly unlinked: boolean
}

/** One supervised number. All methods reject with `NotConnected` while the link is not open. */
export interface WhatsappLink {
  /**
   * Sends the message under the id reserved in `order.id`; the ratchet is committed before the stanza is sent.
   * Resolving means that WhatsApp was given it: *sent* is the server's ack, which arrives as `InboundReceipt`. Where
   * `capabilitiesOf(provider).repeatsSafely`, sending the same id twice is safe. Otherwise it rejects with `SendRefused`
   * when WhatsApp has surely not taken it, and with `SendUnclear` when it may have.
   */
  send(order: SendOrder): Promise<void>
  /**
   * Replaces the text of one of our messages. WhatsApp accepts corrections for about a quarter of an hour. May repeat.
   */
  edit(order: EditOrder): Promise<void>
  /** Sets our reaction to a message, or removes it. May repeat. */
  react(order: ReactionOrder): Promise<void>
  /** Shows the contact that a user is typing or recording; WhatsApp ends it after some seconds. */
  typing(chat: ChatAddress, doing: 'typing' | 'recording' | 'nothing'): Promise<void>
  /**
   * Replaces the set of watched chats: their typing is reported from now on, until the connection closes. While there
   * are any, this number is shown as online, and the owner's handset rings less. May repeat.
   */
  watchChats(chats: readonly ChatAddress[]): Promise<void>
  /** The name and members of a group that this number is in. Rejects when it is not. */
  groupInfo(group: GroupAddress): Promise<GroupInfo>
  /**
   * Asks the phone that sent a media to upload it again, after `MediaGone`; returns the new reference. Rejects with
   * `MediaGone` when that phone no longer has it, with another error when it does not answer.
   */
  requestReupload(message: MessageReference, reference: MediaReference): Promise<MediaReference>
  /** Asks WhatsApp to delete one of our messages for all members of the chat. May repeat. */
  deleteForEverybody(order: DeletionOrder): Promise<void>
  /** Sends read receipts for these messages, which are given in the order of their arrival. */
  markRead(messages: readonly MessageReference[]): Promise<void>
  /** The identity behind a number, or null when it is not on WhatsApp. Needed before a first contact. */
  lookUp(phone: string): Promise<PersonAddress | null>
  /** A short-lived https address of the profile picture, or null. */
  profilePicture(chat: ChatAddress): Promise<string | null>
  /**
   * Eight letters to type on the phone, instead of scanning (only while a QR is shown). Resolves when WhatsApp has
   * accepted the request; rejects with `LinkingRefused` when it refused it or did not answer within half a minute.
   */
  requestPairingCode(phone: string): Promise<string>
  /** Unlinks this number on WhatsApp and deletes its keys. */
  logout(): Promise<void>
  /**
   * Closes the socket, retains the keys, and reports `DISCONNECTED` with cause `stopped` before it resolves. Nothing of
   * this link runs afterwards; connecting again needs a new link.
   */
  stop(): Promise<void>
}

/**
 * A person has at least one of these addresses; WhatsApp may send only one of them at first. Phone and LID are digits
 * without sign.
 */
export interface PersonAddress {
  readonly kind: 'person'
  readonly phone: string | null
  readonly lid: string | null
  /** The business-scoped user id of the official API, such as `BR.1349120865`. */
  readonly userId?: string
}
export interface GroupAddress {
  readonly kind: 'group'
  /** The part before `@g.us`. */
  readonly group: string
}
export type ChatAddress = PersonAddress | GroupAddress

export interface TypingSign {
  readonly chat: ChatAddress
  /** The typing member, in groups. */
  readonly author: PersonAddress | null
  readonly doing: 'typing' | 'recording' | 'nothing'
}

export interface MessageReference {
  readonly chat: ChatAddress
  readonly id: WhatsappMessageId
  readonly fromMe: boolean
  /** The author, in groups. */
  readonly author: PersonAddress | null
}

interface NamedOrder {
  readonly id: WhatsappMessageId
  /** Nothing was ever sent under this id, so the look-up of the earlier message is skipped. */
  readonly isFirstTry?: boolean
}
export interface SendOrder extends NamedOrder {
  readonly to: ChatAddress
  readonly content: OutgoingContent
  readonly quoted: QuotedMessage | null
}
/** A change of a message: its id is reserved for the change itself, as for a message. */
export interface DeletionOrder extends NamedOrder {
  readonly message: MessageReference
}
export interface EditOrder extends DeletionOrder {
  readonly text: string
}
export interface ReactionOrder extends DeletionOrder {
  /** One emoji; empty removes ours. */
  readonly emoji: string
}
export interface GroupInfo {
  readonly subject: string
  readonly members: readonly PersonAddress[]
}
export type OutgoingContent =
  | { readonly kind: 'text'; readonly text: string }
  /** A text with answers to tap: buttons for at most three, else a list. The provider's limits are in its capabilities. */
  | {
      readonly kind: 'choices'
      readonly text: string
      /** The same with its numbered answers, for a provider without answers to tap. */
      readonly asText: string
      /** The label that opens a list. */
      readonly listLabel: string
      readonly choices: readonly { readonly id: string; readonly title: string }[]
    }
  /** An approved template with the values of its variables. */
  | {
      readonly kind: 'template'
      readonly name: string
      /** Such as `pt_BR`. */
      readonly language: string
      readonly components: readonly TemplateComponent[]
    }
  /** A recording, played with its waveform by the phone: Ogg with Opus, one channel, or iPhones stay silent. */
  | {
      readonly kind: 'voice'
      readonly seconds: number
      /** 64 samples of loudness, each 0 to 100. */
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
/** The values of one part of a template. `name` is absent for numbered variables. */
export type TemplateComponent =
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
  /** The suffix of a link, the payload of a quick reply, or a code to copy. */
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
  /** The text of the quote on the customer's phone. */
  readonly text: string
}

export type MediaKind = 'image' | 'video' | 'audio' | 'document' | 'sticker'

/** Everything needed to fetch and decrypt a media later; opaque JSON text, to be encrypted at rest. */
export type MediaReference = string & { readonly __mediaReference: true }

/** An event of WhatsApp, translated. */
export type Inbound =
  | InboundMessage
  | InboundEdit
  | InboundReaction
  | InboundCall
  | InboundGroup
  | InboundHistory
  | InboundReceipt
  | InboundDeletion
  | InboundIdentity
  | InboundPreference
  | InboundNames
  | InboundHistoryPart

export interface InboundMessage {
  readonly kind: 'message'
  readonly id: WhatsappMessageId
  readonly chat: ChatAddress
  /** True for messages of the owner from the handset, or another linked device. */
  readonly fromMe: boolean
  /** The author within a group; null in a conversation of two. */
  readonly author: PersonAddress | null
  /** The profile name of the author. */
  readonly pushName: string | null
  readonly sentAt: Date
  readonly content: InboundContent
  readonly quotedId: WhatsappMessageId | null
  /** The advertisement from which the customer wrote, where the content has no preview for it. */
  readonly advertisement?: LinkPreview
  /** A message that can't be shown, as the provider sent it: at most 16,000 characters. */
  readonly raw?: string
  /** Until when free messages may be sent because of this one; absent: always. */
  readonly replyUntil?: Date
}
export type InboundContent =
  | {
      readonly kind: 'text'
      readonly text: string
      /** Also the advertisement from which the customer wrote. */
      readonly preview?: LinkPreview
      /** The id of the tapped answer of `choices`, whose title is `text`. */
      readonly choice?: string
    }
  | { readonly kind: 'order'; readonly text: string; readonly items: readonly OrderedItem[] }
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
      /** Only for documents, where the sender's phone counted them. */
      readonly pages?: number
      /** Recorded and sent as a voice message. */
      readonly voice: boolean
      /** Only for voice messages: loudness over time, each 0 to 100, as the sender's phone measured it. */
      readonly waveform: readonly number[] | null
      /** The sender allows one view. */
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
  /** `vcard` holds the cards one below the other when there are several. */
  | { readonly kind: 'contact-card'; readonly name: string; readonly vcard: string }
  | {
      readonly kind: 'poll'
      readonly question: string
      readonly choices: readonly string[]
      readonly manyAllowed: boolean
    }
  /**
   * Missing content. `what` is a field of WhatsApp's protocol that we cannot show yet, or one of
   * - `undecryptable`, `unavailable`: the content may still come, as another `InboundMessage` with this id, which
   * replaces
   *   this one (see `isAwaited`);
   * - `view-once`: visible once, only on the phone; it never comes.
   */
  | { readonly kind: 'unsupported'; readonly what: string }

/** An item of an order from a catalogue. `price` is of one piece, in units of `currency` (ISO 4217). */
export interface OrderedItem {
  readonly product: string
  readonly quantity: number
  readonly price: number
  readonly currency: string
}

/** True when the content of this message may still come under the same id. */
export function isAwaited(content: InboundContent): boolean {
  return content.kind === 'unsupported' && ['undecryptable', 'unavailable'].includes(content.what)
}

/** The author of a message edited it. It opens no ticket; for an unknown message it has no effect. */
export interface InboundEdit {
  readonly kind: 'edit'
  readonly chat: ChatAddress
  /** The edited message. */
  readonly id: WhatsappMessageId
  readonly fromMe: boolean
  readonly author: PersonAddress | null
  readonly text: string
  readonly preview?: LinkPreview
  readonly editedAt: Date
}
/** A person reacted to a message, or removed their reaction. It opens no ticket. */
export interface InboundReaction {
  readonly kind: 'reaction'
  readonly chat: ChatAddress
  /** The message of the reaction, and whether it is ours. */
  readonly id: WhatsappMessageId
  readonly onOurs: boolean
  /** The person who reacted: the owner on the handset, or (in groups) the author. */
  readonly fromMe: boolean
  readonly author: PersonAddress | null
  /** Empty for a removed reaction. */
  readonly emoji: string
  readonly at: Date
}
/** A call that has ended: received once, at its end (or when the end must have been missed). */
export interface InboundCall {
  readonly kind: 'call'
  /** WhatsApp's id of the call; unique within the connection. */
  readonly id: string
  readonly chat: ChatAddress
  readonly video: boolean
  /** `answered` and `declined` happened on the handset; `refused` is our refusal, when it began to ring. */
  readonly outcome: 'missed' | 'answered' | 'declined' | 'refused'
  /** When it began to ring. */
  readonly at: Date
}
/** A group was renamed. */
export interface InboundGroup {
  readonly kind: 'group'
  readonly chat: GroupAddress
  readonly subject: string
  readonly at: Date
}
/**
 * A part of a conversation from before the linking, oldest first. It opens no ticket, and may overlap with received
 * messages.
 */
export interface InboundHistory {
  readonly kind: 'history'
  readonly chat: ChatAddress
  /** The name in the phone book, or of the group. */
  readonly name: string | null
  readonly messages: readonly InboundMessage[]
}

/** 0 taken by WhatsApp, 1 sent, 2 delivered, 3 read, 4 played (MESSAGE-02). `refusedWith` is WhatsApp's error code after a refusal. */
export interface InboundReceipt {
  readonly kind: 'ack'
  readonly chat: ChatAddress
  /** Also ids that were reserved for our messages. */
  readonly ids: readonly WhatsappMessageId[]
  readonly ack: 0 | 1 | 2 | 3 | 4
  readonly refusedWith: number | null
  /** The id that the provider gave the one message of `ids`; from now on it names the message. */
  readonly givenId?: WhatsappMessageId
  /** What the provider charges for the message. */
  readonly charge?: Charge
}
export interface Charge {
  /** In lower case, such as `service`, `utility`, `marketing` or `authentication`. */
  readonly category: string
  /** False for messages that cost nothing, such as those of a free entry point. */
  readonly isBilled: boolean
}
export interface InboundDeletion {
  readonly kind: 'deletion'
  readonly chat: ChatAddress
  readonly id: WhatsappMessageId
  readonly fromMe: boolean
  /** In groups: the author of both the message and its deletion. */
  readonly author: PersonAddress | null
}
/** A person said at WhatsApp whether they want marketing messages of this business. */
export interface InboundPreference {
  readonly kind: 'preference'
  readonly chat: PersonAddress
  readonly pushName: string | null
  readonly wantsMarketing: boolean
}
/** WhatsApp reported that these addresses are one person's. */
export interface InboundIdentity {
  readonly kind: 'identity'
  readonly person: PersonAddress
  /** The addresses of the person before a change of number or user id. */
  readonly former?: PersonAddress
}

/** A complete part of the phone's history is in the inbound queue; after the last one no more follows. */
export interface InboundHistoryPart {
  readonly kind: 'history-part'
  readonly isLast: boolean
}
/** Names of people from the owner's phone book or WhatsApp's register of businesses, and names of groups. */
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
/** The provider has no such act. */
export class NotOffered extends Error {
  override readonly name = 'NotOffered'
}
/** WhatsApp has surely not taken the message. */
export class SendRefused extends Error {
  override readonly name = 'SendRefused'
  /**
   * `code` is WhatsApp's error code. `retryAfterMs`: after that time the same order may be sent again; null: never.
   */
  constructor(
    readonly code: number,
    readonly retryAfterMs: number | null,
    options?: ErrorOptions,
  ) {
    super(`WhatsApp refused the message (${code})`, options)
  }
}
/** WhatsApp may have taken the message: its answer did not come, or was its own trouble. */
export class SendUnclear extends Error {
  override readonly name = 'SendUnclear'
}
/** WhatsApp refused a request for letters. */
export class LinkingRefused extends Error {
  override readonly name = 'LinkingRefused'
  /** `code` is WhatsApp's number, such as 400 or 429; null when it did not answer in time. */
  constructor(
    readonly code: number | null,
    options?: ErrorOptions,
  ) {
    super(`WhatsApp refused to link by letters (${code ?? 'no answer'})`, options)
  }
}
export type { WebVersion }
/** The source of the version to claim. */
export interface WebVersions {
  /**
   * Called before each socket opens; answers within seconds and never rejects. Null: the version that Baileys ships.
   */
  current(): Promise<WebVersion | null>
  /** WhatsApp refused the claimed version (405): the earlier look-up is no longer valid. */
  refused(): void
}
export class MediaGone extends Error {
  override readonly name = 'MediaGone'
}
