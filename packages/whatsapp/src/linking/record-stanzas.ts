import type { WhatsappWebVersion } from '@balcao/domain/web-version'
import type { BinaryNode, WASocket } from 'baileys'
import { shippedWebVersion } from '../shipped-web-version'

/** One stanza of a linking without secrets: only shapes, lengths and terms of the protocol. */
export interface StanzaRecord {
  readonly socket: number
  /** Milliseconds since the socket was created. */
  readonly at: number
  readonly version: string
  readonly way: 'in' | 'out'
  readonly stanza: RedactedNode
}

interface RedactedNode {
  readonly tag: string
  readonly attrs?: Readonly<Record<string, string>>
  /** The children, the length of bytes or text, or the property names of a JSON text. */
  readonly content?: readonly RedactedNode[] | string
}

/** Attributes whose values are terms of the protocol. Other attributes are recorded by their length. */
const openAttributes = new Set([
  'type',
  'xmlns',
  'stage',
  'class',
  'code',
  'reason',
  'op_name',
  'count',
  'version',
  'error',
  'key-index',
  'should_show_push_notification',
  'force_manual_refresh',
  'location',
  'offline',
])
/** A value that can be a term of the protocol. Any other value could be personal data. */
const wordOfProtocol = /^(?!\d{7,}$)[A-Za-z0-9_:.-]{1,40}$/

export interface StanzaRecorder {
  /** Records arriving stanzas until the login has succeeded or failed. */
  listenTo(ws: Pick<WASocket['ws'], 'on' | 'off'>): void
  sent(stanza: BinaryNode): void
}

let sockets = 0
const loginOutcomes = new Set(['success', 'failure', 'stream:error'])

export function stanzaRecorder(
  write: ((line: StanzaRecord) => void) | undefined,
  claimed: WhatsappWebVersion | null,
): StanzaRecorder {
  if (write === undefined) return { listenTo() {}, sent() {} }
  const startedAt = performance.now()
  sockets += 1
  const socket = sockets
  const version = (claimed ?? shippedWebVersion).join('.')
  const ids = new Map<string, number>()
  const put = (way: StanzaRecord['way'], stanza: BinaryNode) => {
    const at = Math.round(performance.now() - startedAt)
    write({ socket, at, version, way, stanza: redactedStanza(stanza, (id) => ordinalOf(ids, id)) })
  }
  return {
    listenTo(ws) {
      const hear = (frame: unknown) => {
        if (!isNode(frame)) return
        put('in', frame)
        if (loginOutcomes.has(frame.tag)) ws.off('frame', hear)
      }
      ws.on('frame', hear)
    },
    sent: (stanza) => put('out', stanza),
  }
}

/** Replaces an id by an ordinal, so that repeated stanzas remain recognisable. */
function ordinalOf(ids: Map<string, number>, id: string): string {
  const known = ids.get(id) ?? ids.size + 1
  ids.set(id, known)
  return `#${known}`
}

/** False for handshake messages, which are bytes. */
function isNode(frame: unknown): frame is BinaryNode {
  return typeof frame === 'object' && frame !== null && 'tag' in frame && 'attrs' in frame
}

/** Replaces secrets, keys, numbers, names and addresses by their lengths, and ids by `nameOf`. */
export function redactedStanza(
  { tag, attrs, content }: BinaryNode,
  nameOf: (id: string) => string,
): RedactedNode {
  const names = Object.keys(attrs)
  const shown = (name: string) =>
    name === 'id' ? nameOf(attrs.id ?? '') : attribute(tag, name, attrs[name] ?? '')
  return {
    tag,
    ...(names.length > 0 && { attrs: Object.fromEntries(names.map((name) => [name, shown(name)])) }),
    ...(content !== undefined && { content: contentOf(content, nameOf) }),
  }
}

function attribute(tag: string, name: string, value: string): string {
  if (/^@?s\.whatsapp\.net$/.test(value)) return value
  const isOpen =
    openAttributes.has(name) ||
    // The name of an account or of its business is personal data.
    (name === 'name' && tag === 'platform') ||
    (name === 'text' && (tag === 'error' || tag === 'failure'))
  return isOpen && wordOfProtocol.test(value) ? value : `<${value.length} characters>`
}

function contentOf(
  content: NonNullable<BinaryNode['content']>,
  nameOf: (id: string) => string,
): NonNullable<RedactedNode['content']> {
  if (Array.isArray(content)) return content.map((child) => redactedStanza(child, nameOf))
  const bytes = Buffer.from(content as string | Uint8Array)
  const names = namesInJson(bytes.toString())
  return names === null ? `<${bytes.length} bytes>` : `<${bytes.length} bytes of JSON: ${names.join(', ')}>`
}

function namesInJson(text: string): readonly string[] | null {
  if (!text.startsWith('{')) return null
  try {
    return Object.keys(JSON.parse(text)).map((name) => (/^[A-Za-z_]{1,40}$/.test(name) ? name : '<name>'))
  } catch {
    return null
  }
}
