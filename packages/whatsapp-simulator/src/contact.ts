/** What a contact's message went through: `sent` waits at the server, the rest came as receipts of the product. */
type Tick = 'sent' | 'delivered' | 'read'

/** One bubble on a contact's phone. A message id stands there once, however many stanzas brought it. */
export interface ChatEntry {
  readonly id: string
  readonly from: 'contact' | 'shop'
  /** ISO instant. */
  readonly at: string
  readonly kind: 'text' | 'picture' | 'other'
  /** The text, or the caption of a picture; of `other` the name of the protocol message. */
  readonly text: string
  readonly pictureId?: string
  readonly mimetype?: string
  readonly quotedId?: string
  readonly deleted?: boolean
  /** Of messages `from: 'contact'`. */
  readonly tick?: Tick
  /** Of messages `from: 'shop'`: whether the contact's phone told the shop that it was read. */
  readonly readByContact?: boolean
}

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
}

/** A customer with a phone in hand. `shop` is always the number of a `SimulatedPhone`. */
export interface SimulatedContact {
  readonly phone: string
  readonly name: string
  readonly jid: string
  readonly lid: string
  /** Sends and gives the message id; resolves when the server took it, not when the shop has it. */
  sendText(shop: string, text: string, options?: SendOptions): Promise<string>
  sendPicture(
    shop: string,
    bytes: Buffer,
    options?: SendOptions & { caption?: string; mimetype?: string },
  ): Promise<string>
  /** Sends any message in the protocol's own shape (`proto.IMessage`). */
  sendMessage(shop: string, message: object, options?: SendOptions): Promise<string>
  sendToGroup(shop: string, groupJid: string, text: string, options?: SendOptions): Promise<string>
  /** Takes one of its own messages back for everyone. */
  deleteMessage(shop: string, id: string): Promise<string>
  /** The bubbles on this contact's phone, oldest first. */
  chat(shop: string): readonly ChatEntry[]
  /** Messages of the shop by id, in order of first arrival. */
  arrivals(shop: string): readonly Arrival[]
  /** Opens the chat: read receipts for everything of the shop not yet read. Gives the ids. */
  read(shop: string): readonly string[]
  typing(shop: string, state?: 'composing' | 'paused'): void
  presence(shop: string, state: 'available' | 'unavailable'): void
  /** Whether the shop's attendant is typing to this contact. */
  shopIsTyping(shop: string): boolean
  /** Asks the shop to send a message again, as a phone does that could not decrypt it. */
  askAgain(shop: string, id: string): void
  /** While silent this contact sends no delivered receipts. */
  silent: boolean
}
