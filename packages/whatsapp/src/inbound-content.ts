import type { BinaryNode } from 'baileys'
import type { Inbound } from './gateway'
import { inboundFromText, inboundToText } from './inbound-json'

/** The content of an inbound event: a decrypted stanza, an unreadable one, or an event that needs no parsing. */
export type InboundEventContent =
  | {
      readonly kind: 'stanza'
      readonly me: Me
      /** Attributes of the `<message>` and of its one `<enc>`. */
      readonly attrs: BinaryNode['attrs']
      readonly enc: BinaryNode['attrs']
      /** The decrypted bytes in base64, padding included. */
      readonly plaintext: string
    }
  | {
      readonly kind: 'unread'
      readonly me: Me
      readonly attrs: BinaryNode['attrs']
      readonly why: WhyUnread
    }
  | { readonly kind: 'inbound'; readonly inbound: readonly Inbound[] }

/** The shape of rows stored before the kind became `inbound`: they are encrypted, so no migration renames it. */
interface FormerContent {
  readonly kind: 'heard'
  readonly heard: readonly Inbound[]
}

/** The `what` of the placeholder (see `InboundContent`). */
export type WhyUnread = 'undecryptable' | 'unavailable' | 'view-once'

/** Our own addresses when it arrived: they identify our own messages. */
export interface Me {
  readonly id: string
  readonly lid: string
}

export function encodeInboundContent(content: InboundEventContent): Uint8Array {
  return Buffer.from(inboundToText(content))
}

/** Throws for bytes that `encodeInboundContent` did not produce. */
export function decodeInboundContent(bytes: Uint8Array): InboundEventContent {
  // Only this package writes inbound events; `kind` guards against a foreign or newer shape.
  const stored = inboundFromText(Buffer.from(bytes).toString()) as InboundEventContent | FormerContent
  const content: InboundEventContent =
    stored.kind === 'heard' ? { kind: 'inbound', inbound: stored.heard } : stored
  if (content.kind !== 'stanza' && content.kind !== 'unread' && content.kind !== 'inbound')
    throw new Error('unknown kind of inbound event')
  return content
}
