import { shownName } from '@balcao/domain/shown-name'
import type { BinaryNode } from 'baileys'
import { addressOf } from './addresses'
import type { InboundGroup } from './gateway'

/**
 * The new name in a group notification; null for other notifications. Changes of members need no event: sending to a
 * group asks for its members.
 */
export function subjectIn({ attrs, content }: BinaryNode): InboundGroup | null {
  const chat = attrs.from === undefined ? null : addressOf(attrs.from)
  if (attrs.type !== 'w:gp2' || chat?.kind !== 'group') return null
  const parts = Array.isArray(content) ? content : []
  const renamed = parts.find(({ tag }) => tag === 'subject')
  const created = parts.find(({ tag }) => tag === 'create')
  const group = Array.isArray(created?.content)
    ? created.content.find(({ tag }) => tag === 'group')
    : undefined
  const subject = shownName(renamed?.attrs.subject ?? group?.attrs.subject ?? '')
  return subject ? { kind: 'group', chat, subject, at: new Date(Number(attrs.t) * 1000) } : null
}
