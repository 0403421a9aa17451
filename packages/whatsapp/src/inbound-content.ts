import type { BinaryNode } from 'baileys'
import type { Heard } from './gateway'
import { heardFromText, heardToText } from './heard-json'

/** What an inbound queue entry holds: a decrypted stanza, one that could not be read, or something that needed no reading. */
export type InboundEventContent =
  | {
      readonly kind: 'stanza'
      readonly me: Me
      /** Attributes of the `<message>` and of its one `<enc>`. */
      readonly attrs: BinaryNode['attrs']
      readonly enc: BinaryNode['attrs']
      /** Base64, padding included: what the ratchet gave. */
      readonly plaintext: string
    }
  | {
      readonly kind: 'unread'
      readonly me: Me
      readonly attrs: BinaryNode['attrs']
      readonly why: WhyUnread
    }
  | { readonly kind: 'heard'; readonly heard: readonly Heard[] }

/** The `what` of the placeholder (see `HeardContent`). */
export type WhyUnread = 'undecryptable' | 'unavailable' | 'view-once'

/** Who we were when it arrived: decides what came from ourselves. */
export interface Me {
  readonly id: string
  readonly lid: string
}

export function encodeInboundContent(content: InboundEventContent): Uint8Array {
  return Buffer.from(heardToText(content))
}

/** Throws when the bytes were not made by `encodeInboundContent`. */
export function decodeInboundContent(bytes: Uint8Array): InboundEventContent {
  // Only this package writes entries; `kind` guards against a foreign or newer shape.
  const content = heardFromText(Buffer.from(bytes).toString()) as InboundEventContent
  if (content.kind !== 'stanza' && content.kind !== 'unread' && content.kind !== 'heard')
    throw new Error('unknown kind of inbound event')
  return content
}
