import { createHash } from 'node:crypto'
import { safeDisplayName } from '@balcao/domain/shown-name'
import type { BinaryNode } from 'baileys'
import { chatAddressOf, jidOf, personAddressOf } from './addresses'
import { chatPartitionKey } from './chat-key'
import type { InboundGroupRename, InboundNames, InboundReceipt, InboundUpdate } from './gateway'
import { encodeInboundContent, type OwnAddresses } from './inbound-content'
import type { InboundEvent } from './ports'
import type { KeyStoreSession } from './store-session'
import { storableIdOf } from './strange-names'
import { receiptOfServerAck, receiptOfStanza } from './ticks'

/** Stores a receipt for our messages. Await it before acknowledging the receipt. */
export async function storeReceipt(
  session: KeyStoreSession,
  receipt: BinaryNode,
  me: OwnAddresses,
): Promise<void> {
  const tick = receiptOfStanza(receipt, me)
  if (tick === null) return
  // The key derives from the content, so that a receipt which WhatsApp delivers twice is one event.
  const { id, from, participant, type } = receipt.attrs
  const parts = JSON.stringify([id, from, participant, type, receipt.content])
  const name = `receipt:${createHash('sha256').update(parts).digest('hex')}`
  await commitInboundEvent(session, name, jidOf(tick.chat), tick)
}

/** Stores the server's ack of one of our messages, and returns it; null for other acks. */
export async function storeServerAck(
  session: KeyStoreSession,
  ack: BinaryNode,
): Promise<InboundReceipt | null> {
  const tick = receiptOfServerAck(ack)
  if (tick === null) return null
  // The key includes the time, because a second refusal of a resent message must be a second event.
  const { id, error, t } = ack.attrs
  await commitInboundEvent(
    session,
    `ack:${storableIdOf(id ?? '')}:${error ?? ''}:${t ?? ''}`,
    jidOf(tick.chat),
    tick,
  )
  return tick
}

export async function storePhoneLidMapping(
  session: KeyStoreSession,
  lid: string,
  phone: string,
): Promise<void> {
  const person = personAddressOf(phone, lid)
  if (person !== null)
    await commitInboundEvent(session, `identity:${phone}:${lid}`, lid, { kind: 'identity', person })
}

/** Stores a group's new name. Await it before acknowledging the notification. */
export async function storeGroupRename(session: KeyStoreSession, notification: BinaryNode): Promise<void> {
  const news = subjectIn(notification)
  if (news !== null)
    await commitInboundEvent(session, `group:${notification.attrs.id}`, jidOf(news.chat), news)
}

const namesPerEntry = 200

/** Stores names as inbound events. Their keys contain `sourceId`, so that a repeated batch adds nothing. */
export async function storeNames(
  session: KeyStoreSession,
  names: InboundNames['names'],
  sourceId: string,
): Promise<void> {
  for (let start = 0; start < names.length; start += namesPerEntry) {
    const inbound: InboundNames = { kind: 'names', names: names.slice(start, start + namesPerEntry) }
    const hash = createHash('sha256').update(JSON.stringify(inbound)).digest('hex')
    await session.commit([], [buildParsedInboundEvent(`names:${sourceId}:${hash}`, 'names', inbound)])
  }
}

export async function commitInboundEvent(
  session: KeyStoreSession,
  key: string,
  jid: string,
  inbound: InboundUpdate,
): Promise<void> {
  await session.commit([], [buildParsedInboundEvent(key, await chatPartitionKey(session, jid), inbound)])
}

/** An inbound event with a parsed update, which `translate` returns unchanged. `chat` is the partition key. */
export function buildParsedInboundEvent(key: string, chat: string, inbound: InboundUpdate): InboundEvent {
  const content = encodeInboundContent({ kind: 'inbound', inbound: [inbound] })
  return { key, chat, content, needsAcknowledgement: false }
}

/** A group's new name, or null. Changes of members are ignored, because each send fetches the members it needs. */
function subjectIn({ attrs, content }: BinaryNode): InboundGroupRename | null {
  const chat = attrs.from === undefined ? null : chatAddressOf(attrs.from)
  if (attrs.type !== 'w:gp2' || chat?.kind !== 'group') return null
  const parts = Array.isArray(content) ? content : []
  const renamed = parts.find(({ tag }) => tag === 'subject')
  const created = parts.find(({ tag }) => tag === 'create')
  const group = Array.isArray(created?.content)
    ? created.content.find(({ tag }) => tag === 'group')
    : undefined
  const subject = safeDisplayName(renamed?.attrs.subject ?? group?.attrs.subject ?? '')
  return subject ? { kind: 'group', chat, subject, at: new Date(Number(attrs.t) * 1000) } : null
}
