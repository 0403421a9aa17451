import type { Happening } from './happenings'
import { child, children } from './wire/nodes'

/** One line of the wire panel: text for people, never the content of a message. */
interface WireLine {
  direction: 'in' | 'out'
  tag: string
  detail: string
  phone?: string
}

/** The line for a stanza, or undefined for keep-alive traffic. */
export function wireLine(happening: Happening): WireLine | undefined {
  if (happening.kind !== 'wire') return undefined
  const { node, direction, phone } = happening
  const { type = '', xmlns = '', error, class: kind = '' } = node.attrs
  const line = (tag: string, detail: string): WireLine => ({
    direction,
    tag,
    detail,
    ...(phone && { phone }),
  })
  switch (node.tag) {
    case 'iq':
      if (xmlns === 'w:p' || type === 'result') return undefined
      return line('iq', [xmlns, children(node)[0]?.tag].filter(Boolean).join(' '))
    case 'message':
      return line('message', type === 'media' ? 'mídia' : 'texto')
    case 'receipt':
      return line('receipt', RECEIPTS[type] ?? type)
    case 'ack':
      return line('ack', error ? `erro ${error}` : kind)
    case 'chatstate':
      return line('chatstate', child(node, 'composing') ? 'digitando' : 'parou de digitar')
    case 'stream:error':
    case 'failure':
      return line(node.tag, node.attrs.code ?? node.attrs.reason ?? children(node)[0]?.attrs.type ?? '')
    default:
      return line(node.tag, type || (children(node)[0]?.tag ?? ''))
  }
}

const RECEIPTS: Record<string, string> = {
  '': 'entregue',
  inactive: 'entregue',
  read: 'lida',
  retry: 'de novo, por favor',
  hist_sync: 'histórico',
  peer_msg: 'aparelho',
}
