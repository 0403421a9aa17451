import type { BinaryNode } from 'baileys'
import type { InboundUpdate } from './gateway'
import { inboundFromJson, inboundToJson } from './inbound-json'

export type InboundEventContent =
  | {
      readonly kind: 'stanza'
      readonly me: OwnAddresses
      readonly attrs: BinaryNode['attrs']
      readonly enc: BinaryNode['attrs']
      /** The decrypted bytes in base64, padding included. */
      readonly plaintext: string
    }
  | {
      readonly kind: 'unread'
      readonly me: OwnAddresses
      readonly attrs: BinaryNode['attrs']
      readonly why: UnreadableMessageReason
    }
  | { readonly kind: 'inbound'; readonly inbound: readonly InboundUpdate[] }

/** The former format, whose property was named `heard`. Stored rows are encrypted, so no migration can rename it. */
interface FormerContent {
  readonly kind: 'heard'
  readonly heard: readonly InboundUpdate[]
}

/** The `what` of a placeholder for a message that could not be read (see `InboundContent`). */
export type UnreadableMessageReason = 'undecryptable' | 'unavailable' | 'view-once'

/** Our own addresses when the stanza arrived, by which our own messages are recognised. */
export interface OwnAddresses {
  readonly id: string
  readonly lid: string
}

export function encodeInboundContent(content: InboundEventContent): Uint8Array {
  return Buffer.from(inboundToJson(content))
}

export function decodeInboundContent(bytes: Uint8Array): InboundEventContent {
  // The cast is safe: only this package writes these bytes. The check of `kind` rejects other and newer formats.
  const stored = inboundFromJson(Buffer.from(bytes).toString()) as InboundEventContent | FormerContent
  const content: InboundEventContent =
    stored.kind === 'heard' ? { kind: 'inbound', inbound: stored.heard } : stored
  if (content.kind !== 'stanza' && content.kind !== 'unread' && content.kind !== 'inbound')
    throw new Error('unknown kind of inbound event')
  return content
}
