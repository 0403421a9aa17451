import type { BinaryNode } from 'baileys'
import { chatAddressOf, isSameJidUser } from './addresses'
import type { InboundReceipt } from './gateway'
import type { OwnAddresses } from './inbound-content'
import { messageIdFrom } from './strange-names'

/** The ack number of each receipt type. A delivery has no type, or `inactive` if the phone's app was closed. */
const levels: Readonly<Record<string, InboundReceipt['ack']>> = { '': 2, inactive: 2, read: 3, played: 4 }

/** The ack of WhatsApp's server for one of our messages, with an error code if the server refused the message. */
export function receiptOfServerAck({ attrs }: BinaryNode): InboundReceipt | null {
  const chat = attrs.from === undefined ? null : chatAddressOf(attrs.from)
  if (chat === null || !attrs.id) return null
  return {
    kind: 'ack',
    chat,
    ids: [messageIdFrom(attrs.id)],
    ack: 1,
    refusedWith: attrs.error ? Number(attrs.error) : null,
  }
}

/** A contact's receipt; null for our own and for retry requests. In groups, the first member's counts for all. */
export function receiptOfStanza(receipt: BinaryNode, me: OwnAddresses): InboundReceipt | null {
  const { attrs } = receipt
  const level = levels[attrs.type ?? '']
  const chat = attrs.from === undefined ? null : chatAddressOf(attrs.from)
  const sender = attrs.participant ?? attrs.from
  if (level === undefined || chat === null || !attrs.id) return null
  if (isSameJidUser(sender, me.id) || isSameJidUser(sender, me.lid)) return null
  return {
    kind: 'ack',
    chat,
    ids: [attrs.id, ...listedIds(receipt)].map(messageIdFrom),
    ack: level,
    refusedWith: null,
  }
}

function listedIds({ content }: BinaryNode): string[] {
  const lists = Array.isArray(content) ? content.filter((node) => node.tag === 'list') : []
  const items = lists.flatMap((list) => (Array.isArray(list.content) ? list.content : []))
  return items.flatMap((item) => (item.tag === 'item' && item.attrs.id ? [item.attrs.id] : []))
}
