import type { BinaryNode } from 'baileys'

/** A stanza on its way through Baileys, found again by the ciphertext of one of its `<enc>`. */
export interface ArrivedStanza {
  readonly attrs: BinaryNode['attrs']
  readonly enc: BinaryNode['attrs']
  /** WhatsApp delivered it as something that waited for us: perhaps not for the first time. */
  readonly waited: boolean
}

export interface StanzaOrder {
  /** First listener of `CB:message`. */
  arrived(stanza: BinaryNode): void
  /** Null for a ciphertext that did not come with a stanza of this socket. */
  stanzaOf(ciphertext: Uint8Array): ArrivedStanza | null
}

/**
 * Keeps stanzas in one line, and remembers which stanza a ciphertext came with. Baileys handles stanzas marked offline
 * one after the other and all others at once, so that live ones overtake the backlog (174 to 627 of 1,000 out of order);
 * marked alike, none do. It hands the very same bytes object to the decryption, so a weak map finds the stanza again.
 */
export function stanzaOrder(): StanzaOrder {
  const stanzas = new WeakMap<Uint8Array, ArrivedStanza>()
  return {
    arrived(stanza) {
      const waited = stanza.attrs.offline !== undefined
      const attrs = { ...stanza.attrs }
      stanza.attrs.offline ??= '1'
      for (const part of Array.isArray(stanza.content) ? stanza.content : []) {
        if (part.tag !== 'enc' || !(part.content instanceof Uint8Array)) continue
        stanzas.set(part.content, { attrs, enc: part.attrs, waited })
      }
    },
    stanzaOf: (ciphertext) => stanzas.get(ciphertext) ?? null,
  }
}
