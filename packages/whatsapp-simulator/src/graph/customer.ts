import type { Json, MessageStatus } from './world'

/** A message that a customer writes. */
export type CustomerContent =
  | { kind: 'text'; text: string }
  | {
      kind: 'image' | 'video' | 'audio' | 'voice' | 'document' | 'sticker'
      bytes: Buffer
      mimeType?: string
      caption?: string
      fileName?: string
      /** Only of stickers. */
      animated?: boolean
    }
  | { kind: 'location'; latitude: number; longitude: number; name?: string; address?: string }
  /** `isOwn`: the answer to a request for contact info. */
  | { kind: 'contacts'; cards: { name: string; phone: string }[]; isOwn?: boolean }
  | {
      kind: 'order'
      catalogId: string
      text?: string
      items: { product: string; quantity: number; price: number; currency: string }[]
    }
  | { kind: 'flowReply'; response: Json }
  /** What Meta does not deliver: polls, view-once, live locations. */
  | { kind: 'unsupported'; what?: string }
  /** A kind that Meta may add: passed on as it is. */
  | { kind: 'raw'; type: string; content: unknown }

export interface WriteOptions {
  /** The message of the business that is answered. */
  quoting?: string
  forwarded?: 'once' | 'often'
  /** The product of a catalogue that the person asks about. */
  product?: { catalogId: string; productId: string }
  /** The ad that brought the person; it opens the free entry point. `true` takes an example. */
  referral?: Json | true
  /** By default a new one. */
  id?: string
}

/** A message as the customer's phone shows it. */
export interface SeenMessage {
  readonly wamid: string
  readonly from: 'customer' | 'business'
  /** The API's type: text, image, interactive, template … */
  readonly kind: string
  readonly text: string
  /** Header and footer of templates and interactive messages. */
  readonly header?: string
  readonly footer?: string
  /** What can be tapped: quick replies, links, the rows of a list. */
  readonly buttons: readonly SeenButton[]
  readonly mediaId?: string
  readonly media?: Buffer
  readonly mimeType?: string
  readonly fileName?: string
  readonly isVoice: boolean
  readonly quotes?: string
  readonly status: MessageStatus
  /** Of a message that the business did not get through. */
  readonly errorCode?: number
  readonly callbackData?: string
  readonly reactions: { readonly customer?: string; readonly business?: string }
  readonly isEdited: boolean
  readonly isRevoked: boolean
  /** The business has marked the customer's message as read. */
  readonly isReadByBusiness: boolean
  /** Milliseconds since 1970. */
  readonly at: number
  /** What is under the key of the kind, as the API writes it. */
  readonly content: unknown
}

export interface SeenButton {
  readonly id: string
  readonly title: string
  readonly description?: string
  /** Of links. */
  readonly url?: string
}

/** A person who writes to businesses; every act sends its webhook. `numberId` is the id of a business number. */
export interface GraphCustomer {
  readonly id: string
  readonly name: string
  readonly phone: string | null
  readonly username: string | undefined
  /** Their user id at the business of this number. */
  userId(numberId: string): string
  /** Webhooks carry no phone number of this person. */
  hidesPhone: boolean
  /** The phone is off: messages stay at `sent` until it is on. */
  isSilent: boolean
  /** False: messages to this person fail with 131026. */
  isReachable: boolean
  /** Writes a message and returns its wamid. */
  write(numberId: string, content: string | CustomerContent, options?: WriteOptions): string
  /** Taps a button, or chooses a row, by its id, payload or title. */
  tap(numberId: string, wamid: string, choice: string): string
  react(numberId: string, wamid: string, emoji: string): string
  /** Edits an own text. */
  edit(numberId: string, wamid: string, text: string): string
  /** Deletes an own message for everybody. */
  revoke(numberId: string, wamid: string): string
  /** Calls the business, which opens the window. `seconds` 0: the call was not answered. */
  call(numberId: string, seconds?: number): void
  /** Gets a message that the business wrote in its app on the phone (coexistence), and returns its wamid. */
  hearFromPhone(numberId: string, type: string, content: Json): string
  /** Reads all messages of the business; returns their wamids. */
  read(numberId: string): string[]
  /** Plays a voice message. */
  play(numberId: string, wamid: string): void
  /** What the business sent and this person received, oldest first. */
  seen(numberId: string): SeenMessage[]
  /** The whole conversation, failed messages included. */
  chat(numberId: string): SeenMessage[]
  /** True while the business is shown as typing. */
  seesTyping(numberId: string): boolean
  /** Takes another phone number: the user ids change too, and every business learns both. */
  changePhone(phone: string): void
  /** Gets new user ids without another phone number. */
  changeUserId(): void
  rename(name: string, username?: string | null): void
  stopMarketing(numberId: string): void
  resumeMarketing(numberId: string): void
  /** True while free-form messages to this person are allowed. */
  isWindowOpen(numberId: string): boolean
  /** Lets the window end now. */
  closeWindow(numberId: string): void
}
