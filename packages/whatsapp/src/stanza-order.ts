import { type BinaryNode, isJidNewsletter, isJidStatusBroadcast } from 'baileys'
import type { StanzaBacklog } from './backlog'
import type { UnreadableMessageReason } from './inbound-content'

/** A stanza that Baileys is handling, identified by the ciphertext of one of its `<enc>`. */
export interface ArrivedStanza {
  readonly attrs: BinaryNode['attrs']
  readonly enc: BinaryNode['attrs']
  /** True when the stanza waited at WhatsApp's server, so that it may be a repeated delivery. */
  readonly waited: boolean
  /** Why the stanza has no content; its ciphertext is then a placeholder. Null for a normal stanza. */
  readonly withheld: UnreadableMessageReason | null
}

export interface StanzaSequencer {
  /** Registers a stanza before Baileys handles it. So it must be the first listener of `CB:message`. */
  arrived(stanza: BinaryNode): void
  /** The stanza that Baileys is decrypting; null for a ciphertext of no stanza of this socket. */
  stanzaOf(ciphertext: Uint8Array): ArrivedStanza | null
}

/** True for statuses and channels, which Baileys acknowledges without decrypting. */
export function isStatusOrChannelJid(jid: string): boolean {
  return isJidStatusBroadcast(jid) === true || isJidNewsletter(jid) === true
}

/**
 * Makes Baileys handle message stanzas in the order of their arrival. Baileys queues only stanzas marked as offline,
 * and other stanzas overtake them (174 to 627 of 1,000), so all stanzas are marked as offline. `backlog` limits this
 * queue. A WeakMap finds the stanza of a ciphertext, because Baileys decrypts the same bytes object.
 */
export function stanzaSequencer(backlog: StanzaBacklog): StanzaSequencer {
  const stanzas = new WeakMap<Uint8Array, ArrivedStanza & { readonly number: number }>()
  /** The stanzas in Baileys' queue, in order, each as a function to call when it leaves. */
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
      if (!isStatusOrChannelJid(attrs.from ?? '')) waiting.push(backlog.arrived(bytes))
    },
    stanzaOf(ciphertext) {
      const stanza = stanzas.get(ciphertext)
      if (stanza === undefined) return null
      // Baileys' queue is in order, so all stanzas before this one have left the queue, decrypted or not.
      const leaving = waiting.splice(0, Math.max(0, stanza.number + 1 - left))
      left += leaving.length
      for (const leave of leaving) leave()
      return stanza
    },
  }
}

/**
 * Gives a message without a usable ciphertext a placeholder. Otherwise Baileys would acknowledge or refuse the message
 * without calling our code. Plain text is removed: outside of channels, only the server could have written it.
 */
function addPlaceholder(stanza: BinaryNode): UnreadableMessageReason | null {
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

/** Ciphertext types that get no placeholder. `msmsg` is a message of WhatsApp's own assistants, never of a customer. */
const knownTypes: ReadonlySet<string | undefined> = new Set(['msg', 'pkmsg', 'skmsg', 'msmsg'])

function isCiphertext({ tag, attrs, content }: BinaryNode): boolean {
  return tag === 'enc' && knownTypes.has(attrs.type) && content instanceof Uint8Array
}

function partsOf({ content }: BinaryNode): readonly BinaryNode[] {
  return Array.isArray(content) ? content : []
}
