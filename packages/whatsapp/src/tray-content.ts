import type { BinaryNode } from 'baileys'
import type { Heard } from './gateway'

/** What an in-tray entry holds: a decrypted stanza, or something that needed no decrypting. */
export type TrayContent =
  | {
      readonly kind: 'stanza'
      readonly me: Me
      /** Attributes of the `<message>` and of its one `<enc>`. */
      readonly attrs: BinaryNode['attrs']
      readonly enc: BinaryNode['attrs']
      /** Base64, padding included: what the ratchet gave. */
      readonly plaintext: string
    }
  | { readonly kind: 'heard'; readonly heard: readonly Heard[] }

/** Who we were when it arrived: decides what came from ourselves. */
export interface Me {
  readonly id: string
  readonly lid: string
}

export function encodeTrayContent(content: TrayContent): Uint8Array {
  return Buffer.from(JSON.stringify(content))
}

/** Throws when the bytes were not made by `encodeTrayContent`. */
export function decodeTrayContent(bytes: Uint8Array): TrayContent {
  // Only this package writes entries; `kind` guards against a foreign or newer shape.
  const content = JSON.parse(Buffer.from(bytes).toString()) as TrayContent
  if (content.kind !== 'stanza' && content.kind !== 'heard') throw new Error('unknown kind of in-tray entry')
  return content
}
