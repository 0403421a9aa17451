import { type BinaryNode, isJidNewsletter, isJidStatusBroadcast } from 'baileys'
import type { Backlog } from './backlog'
import type { WhyUnread } from './inbound-content'

/** A stanza on its way through Baileys, identified by the ciphertext of one of its `<enc>`. */
export interface ArrivedStanza {
  readonly attrs: BinaryNode['attrs']
  readonly enc: BinaryNode['attrs']
  /** WhatsApp delivered it as an offline stanza, so it may be a repeated delivery. */
  readonly waited: boolean
  /** It came without content; the placeholder in the ciphertext's place is meaningless. */
  readonly withheld: WhyUnread | null
}

export interface StanzaOrder {
  /** First listener of `CB:message`. */
  arrived(stanza: BinaryNode): void
  /** Called when Baileys decrypts. Null for a ciphertext that did not come with a stanza of this socket. */
  stanzaOf(ciphertext: Uint8Array): ArrivedStanza | null
}

/** Statuses and channels: Baileys acknowledges them without decrypting them, so they never enter its queue. */
export function isOutsideConversations(jid: string): boolean {
  return isJidStatusBroadcast(jid) === true || isJidNewsletter(jid) === true
}

/**
 * Puts all stanzas into one queue of Baileys, and records which stanza a ciphertext came with. Baileys handles stanzas
 * marked offline one after the other and all others at once, so that live ones overtake the backlog (174 to 627 of
 * 1,000 out of order); marked alike, none do. It passes the very same bytes object to the decryption, so a weak map
 * finds the stanza again. Baileys' queue has no bound of its own: `backlog` bounds it.
 */
export function stanzaOrder(backlog: Backlog): StanzaOrder {
  const stanzas = new WeakMap<Uint8Array, ArrivedStanza & { readonly number: number }>()
  /** One for each stanza in Baileys' queue, in order. */
  const waiting: (() => void)[] = []
  let left = 0
  return {
    arrived(stanza) {
      const waited = stanza.attrs.offline !== undefined
      const attrs = { ...stanza.attrs }
      stanza.attrs.offline ??= '1'
      const withheld = addPlaceholder(stanza)
      const number = left + waiting.length
      let bytes = 0
      for (const part of partsOf(stanza)) {
        if (part.tag !== 'enc' || !(part.content instanceof Uint8Array)) continue
        stanzas.set(part.content, { attrs, enc: part.attrs, waited, withheld, number })
        bytes += part.content.byteLength
      }
      if (!isOutsideConversations(attrs.from ?? '')) waiting.push(backlog.arrived(bytes))
    },
    stanzaOf(ciphertext) {
      const stanza = stanzas.get(ciphertext)
      if (stanza === undefined) return null
      // Since the order holds, all earlier ones have left the queue too, decrypted or not.
      const leaving = waiting.splice(0, Math.max(0, stanza.number + 1 - left))
      left += leaving.length
      for (const leave of leaving) leave()
      return stanza
    },
  }
}

/**
 * Baileys acknowledges a message without ciphertext before any handler sees it. With a placeholder for the ciphertext
 * it takes the path of all others: in order, through the journal, and only then answered. The same holds for an empty
 * ciphertext or one of a kind unknown to Baileys, which would be refused and lost. Plain text is removed: outside of
 * channels only the server could have written it.
 */
function addPlaceholder(stanza: BinaryNode): WhyUnread | null {
  const parts = partsOf(stanza)
  if (parts.some(isCiphertext)) return null
  const kept = parts.filter(({ tag }) => tag !== 'plaintext' && tag !== 'enc')
  const hides = parts.some(({ tag, attrs }) => tag === 'enc' && attrs['decrypt-fail'] === 'hide')
  const attrs = { v: '2', type: 'msg', ...(hides && { 'decrypt-fail': 'hide' }) }
  stanza.content = [...kept, { tag: 'enc', attrs, content: Buffer.from('withheld') }]
  const isViewOnce = kept.some(
    ({ tag, attrs }) => tag === 'unavailable' && attrs.type?.startsWith('view_once'),
  )
  return isViewOnce ? 'view-once' : 'unavailable'
}

/**
 * `msmsg` is a message of WhatsApp's own assistants to the owner: Baileys refuses it, and it comes from no customer.
 */
const knownTypes: ReadonlySet<string | undefined> = new Set(['msg', 'pkmsg', 'skmsg', 'msmsg'])

function isCiphertext({ tag, attrs, content }: BinaryNode): boolean {
  return tag === 'enc' && knownTypes.has(attrs.type) && content instanceof Uint8Array
}

function partsOf({ content }: BinaryNode): readonly BinaryNode[] {
  return Array.isArray(content) ? content : []
}
