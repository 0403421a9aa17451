import type { BinaryNode } from 'baileys'
import { jidDecode } from 'baileys'

export type { BinaryNode }

/** The address of WhatsApp's server and the domain of phone numbers. */
export const SERVER = 's.whatsapp.net'

type Attributes = Record<string, string>

/** Builds a node of the wire format. */
export function node(tag: string, attrs: Attributes = {}, content?: BinaryNode['content']): BinaryNode {
  return content === undefined ? { tag, attrs } : { tag, attrs, content }
}

/** The children with that tag, or all of them. */
export function children(parent: BinaryNode | undefined, tag?: string): BinaryNode[] {
  if (!Array.isArray(parent?.content)) return []
  return tag === undefined ? parent.content : parent.content.filter((inner) => inner.tag === tag)
}

export function child(parent: BinaryNode | undefined, tag: string): BinaryNode | undefined {
  return children(parent, tag)[0]
}

/** The child with that tag; a message without it is malformed. */
export function need(parent: BinaryNode, tag: string): BinaryNode {
  const found = child(parent, tag)
  if (!found) throw new Error(`<${parent.tag}> without <${tag}>`)
  return found
}

/** The bytes inside a node; text counts as its UTF-8 bytes. */
export function bytesOf(parent: BinaryNode): Buffer {
  if (typeof parent.content === 'string') return Buffer.from(parent.content)
  if (parent.content instanceof Uint8Array) return Buffer.from(parent.content)
  throw new Error(`<${parent.tag}> without bytes`)
}

/** The bytes of a child. */
export function bytesIn(parent: BinaryNode, tag: string): Buffer {
  return bytesOf(need(parent, tag))
}

/** An unsigned number of any width, as the key nodes carry it. */
export function bigEndian(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0)
}

/** A required attribute. */
export function attribute(of: BinaryNode, name: string): string {
  const value = of.attrs[name]
  if (value === undefined) throw new Error(`<${of.tag}> without ${name}`)
  return value
}

/** The part before the `@`, without the device; empty for an invalid address. */
export function userOf(jid: string | undefined): string {
  return (jid && jidDecode(jid)?.user) || ''
}
