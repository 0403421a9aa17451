import type { Withheld } from './world'

/** What a contact's message went through: `sent` waits at the server, the rest came as receipts of the product. */
type Tick = 'sent' | 'delivered' | 'read' | 'played'

/** What a bubble shows. */
export type BubbleKind =
  | 'text'
  | 'picture'
  | 'video'
  | 'audio'
  | 'voice'
  | 'document'
  | 'sticker'
  | 'location'
  | 'contacts'
  | 'poll'
  | 'call'
  | 'other'

/** One bubble on a contact's phone. A message id stands there once, however many stanzas brought it. */
export interface ChatEntry {
  readonly id: string
  readonly from: 'contact' | 'shop'
  /** In groups: the phone of the contact who wrote it. */
  readonly author?: string
  /** ISO instant. */
  readonly at: string
  readonly kind: BubbleKind
  /** The text or caption; the name of a place, person or document; of `other` the name of the protocol message. */
  readonly text: string
  /** Of documents: the name of the file, where the text is its caption. */
  readonly fileName?: string
  /** Of pictures and stickers: the opened file. */
  readonly pictureId?: string
  /** Of every other media: the opened file. */
  readonly fileId?: string
  readonly mimetype?: string
  /** Of audio, voice and video. */
  readonly seconds?: number
  /** Of voice: its loudness over time, each 0 to 100. */
  readonly waveform?: readonly number[]
  readonly latitude?: number
  readonly longitude?: number
  readonly viewOnce?: boolean
  readonly video?: boolean
  /** Of calls. */
  readonly callEnd?: CallEnd
  readonly quotedId?: string
  readonly deleted?: boolean
  readonly edited?: boolean
  /** The emoji that each side put on it. */
  readonly reactions?: { readonly contact?: string; readonly shop?: string }
  /** Of messages `from: 'contact'`. */
  readonly tick?: Tick
  /** Of messages `from: 'shop'`: whether the contact's phone told the shop that it was read. */
  readonly readByContact?: boolean
  /** Of voice `from: 'shop'`: whether the contact listened to it. */
  readonly playedByContact?: boolean
}

/** `hangUp`: the contact gave up; `timeOut`: nobody answered; the rest happened on the handset. */
export type CallEnd = 'hangUp' | 'timeOut' | 'answer' | 'refuse'

/** How one message of the shop arrived, stanzas and displays counted apart. */
export interface Arrival {
  readonly id: string
  /** Stanzas with this id that reached the contact. */
  readonly stanzas: number
  /** Bubbles shown: 0 or 1. */
  readonly displays: number
  /** Stanzas refused because their counter had been used before. */
  readonly refusedCounters: number
  /** Times the contact asked for the message again. */
  readonly retries: number
}

export interface SendOptions {
  /** WhatsApp's message id; made up when absent. */
  id?: string
  /** `pn`: from the phone number (default); `lid`: from the hidden id, as WhatsApp does for many accounts. */
  addressing?: 'pn' | 'lid'
  /** Id of the message that this one answers. */
  quoting?: string
  /** Address of the group that it goes to, instead of the shop alone. A group that is not there yet is made. */
  group?: string
  /** The shop's linked devices are told that there is a message, and not what it says. */
  withheld?: Withheld
}

export interface TextOptions extends SendOptions {
  /** What the phone saw behind a link of the text; `link` is told as it stands, whatever it is. `picture`: a JPEG, small. */
  preview?: { link: string; title: string; description?: string; picture?: Buffer }
}

export interface MediaOptions extends SendOptions {
  mimetype?: string
  caption?: string
  fileName?: string
  seconds?: number
  /** Of documents. */
  pages?: number
  /** Of voice: its loudness over time, each 0 to 100; WhatsApp sends 64 of them. */
  waveform?: number[]
  /** Shown once and then gone. */
  viewOnce?: boolean
}

export type MediaBubble = 'picture' | 'video' | 'audio' | 'voice' | 'document' | 'sticker'

/** A call that rings at the shop. */
export interface SimulatedCall {
  readonly id: string
  /** The contact gives up, or ends a call that was answered on the handset. */
  hangUp(): void
  /** Nobody answered in time. */
  timeOut(): void
  /** The owner takes the call, or refuses it, on the handset. */
  answerOnHandset(): void
  refuseOnHandset(): void
}

/** A customer with a phone in hand. `shop` is always the number of a `SimulatedPhone`. */
export interface SimulatedContact {
  readonly phone: string
  readonly name: string
  readonly jid: string
  readonly lid: string
  /** Sends and gives the message id; resolves when the server took it, not when the shop has it. */
  sendText(shop: string, text: string, options?: TextOptions): Promise<string>
  sendPicture(
    shop: string,
    bytes: Buffer,
    options?: SendOptions & { caption?: string; mimetype?: string },
  ): Promise<string>
  sendMedia(shop: string, kind: MediaBubble, bytes: Buffer, options?: MediaOptions): Promise<string>
  sendLocation(
    shop: string,
    place: { latitude: number; longitude: number; name?: string },
    options?: SendOptions,
  ): Promise<string>
  /** One card or several. */
  sendContacts(shop: string, cards: { name: string; phone: string }[], options?: SendOptions): Promise<string>
  sendPoll(shop: string, question: string, choices: string[], options?: SendOptions): Promise<string>
  /** Sends any message in the protocol's own shape (`proto.IMessage`). */
  sendMessage(shop: string, message: object, options?: SendOptions): Promise<string>
  sendToGroup(shop: string, groupJid: string, text: string, options?: SendOptions): Promise<string>
  /** Takes one of its own messages back for everyone. */
  deleteMessage(shop: string, id: string, options?: SendOptions): Promise<string>
  /** Corrects one of its own messages. */
  editMessage(shop: string, id: string, text: string, options?: SendOptions): Promise<string>
  /** Puts an emoji on a message; an empty one takes it away. */
  react(shop: string, id: string, emoji: string, options?: SendOptions): Promise<string>
  /**
   * Writes to a broadcast list (`…@broadcast`) that the shop is on, encrypted once for all who are. Without `withKey` its
   * devices must have kept the key that came with an earlier one.
   */
  sendToList(shop: string, list: string, text: string, options?: { withKey?: boolean }): Promise<void>
  /** Posts a status, which the shop's devices get like everybody who knows this contact. */
  postStatus(shop: string, text: string): Promise<void>
  /** Calls the shop: its handset and linked devices ring. A hostile phone `claims` to be somebody else's address. */
  call(shop: string, options?: { video?: boolean; id?: string; claims?: string }): SimulatedCall
  /** One signal of a call in any shape, as a hostile phone sends it; `sender` is what WhatsApp's server says of it. */
  signalCall(
    shop: string,
    tag: 'offer' | 'accept' | 'reject' | 'terminate',
    attrs: Record<string, string>,
    sender?: Record<string, string>,
  ): void
  /** The bubbles on this contact's phone, oldest first; with the shop, or in a group. */
  chat(shop: string, groupJid?: string): readonly ChatEntry[]
  /** Messages of the shop by id, in order of first arrival. */
  arrivals(shop: string, groupJid?: string): readonly Arrival[]
  /** Opens the chat: read receipts for everything of the shop not yet read. Gives the ids. */
  read(shop: string, groupJid?: string): readonly string[]
  /** Says that a message of the shop has arrived: at last if it was silent, or once more. */
  sayDelivered(shop: string, id: string): void
  /** Listens to a voice message of the shop. */
  play(shop: string, id: string, groupJid?: string): void
  typing(shop: string, state?: 'composing' | 'paused'): void
  presence(shop: string, state: 'available' | 'unavailable'): void
  /** Whether the shop's attendant is typing to this contact, or in a group that both are in. */
  shopIsTyping(shop: string, groupJid?: string): boolean
  /** Asks the shop to send a message again, as a phone does that could not decrypt it. */
  askAgain(shop: string, id: string, groupJid?: string): void
  /** While silent this contact sends no delivered receipts. */
  silent: boolean
}
