import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { safeDisplayName } from '@balcao/domain/shown-name'
import { proto, type WAMessage, type WASocket } from 'baileys'
import { chatAddressOf } from './addresses'
import { chatPartitionKey } from './chat-key'
import { hasLetters } from './contact-names'
import { fetchMedia } from './fetch-media'
import type { ChatAddress, InboundChatHistory, InboundMessage, InboundNames } from './gateway'
import { decodeInboundContent } from './inbound-content'
import { buildParsedInboundEvent, storeNames } from './inbound-storage'
import { mediaReference } from './media-reference'
import type { InboundEvent } from './ports'
import type { WhatsappEndpoint } from './simulator-trust'
import { readStanza } from './stanza-reading'
import type { KeyStoreSession } from './store-session'
import { inboundUpdatesOf } from './translate'

const { INITIAL_BOOTSTRAP, RECENT, FULL, ON_DEMAND } = proto.HistorySync.HistorySyncType
const typesWithMessages: ReadonlySet<number> = new Set([INITIAL_BOOTSTRAP, RECENT, FULL, ON_DEMAND])

/** The most messages in one inbound event, to limit the transaction that handles it. */
const messagesPerEntry = 100
const entriesPerCommit = 20
const downloadMs = 5 * 60_000
// WhatsApp's history files have a few megabytes, but a hostile phone could compress a gigabyte of zeros into one.
const largestPackedBytes = 32 * 1024 * 1024
const largestHistoryBytes = 128 * 1024 * 1024

interface HistoryDependencies {
  readonly baileys: WASocket
  readonly session: KeyStoreSession
  readonly endpoint: WhatsappEndpoint
}

/**
 * Stores a part of the history as inbound events. Their keys are derived from the messages, so that a repetition adds
 * nothing. `namesOnly`: no history was requested, and only the names in the first part are stored.
 */
export async function importHistory(
  parts: HistoryDependencies,
  content: Uint8Array,
  { namesOnly }: { namesOnly: boolean },
): Promise<void> {
  const kept = decodeInboundContent(content)
  if (kept.kind !== 'stanza') return
  const { key, message } = await readStanza(kept)
  const notice = message?.protocolMessage?.historySyncNotification
  // A stranger could send a forged history notice, so only messages of our own account count.
  if (!notice || key.fromMe !== true || !typesWithMessages.has(notice.syncType ?? -1)) return

  if (namesOnly && notice.syncType !== INITIAL_BOOTSTRAP) return

  const { conversations } = await historyAt(parts, notice)
  const noticeId = key.id ?? ''
  await storeNames(parts.session, conversations.flatMap(namesIn), noticeId)
  if (namesOnly) return
  let batch: InboundEvent[] = []
  for (const conversation of conversations) {
    batch.push(...(await entriesOf(parts.session, conversation)))
    if (batch.length < entriesPerCommit) continue
    await parts.session.commit([], batch)
    batch = []
  }
  await parts.session.commit([], [...batch, partEntry(notice, noticeId)])
}

/**
 * Builds the event that a part of the history was stored. A progress of 100 percent marks the last part, but the first
 * part (INITIAL_BOOTSTRAP) never counts as the last.
 */
function partEntry(
  { syncType, progress }: proto.Message.IHistorySyncNotification,
  noticeId: string,
): InboundEvent {
  const isLast = syncType !== INITIAL_BOOTSTRAP && (progress ?? 0) >= 100
  return buildParsedInboundEvent(`history-part:${noticeId}`, 'history', { kind: 'history-part', isLast })
}

function namesIn(conversation: proto.IConversation): InboundNames['names'] {
  const chat = chatAddressOf(conversation.id ?? '', conversation.pnJid ?? conversation.lidJid)
  const name = nameIn(conversation)
  if (chat === null || name === null) return []
  return [{ chat, name, source: chat.kind === 'group' ? 'subject' : 'phone-book' }]
}

/** Small parts of the history are in the notice itself, others are files on the media host. */
async function historyAt(
  { baileys, endpoint, session }: HistoryDependencies,
  notice: proto.Message.IHistorySyncNotification,
): Promise<proto.HistorySync> {
  const inline = notice.initialHistBootstrapInlinePayload
  const packed = inline?.length ? inline : await downloaded(baileys, endpoint, session, notice)
  return proto.HistorySync.decode(await unpack(packed, { maxOutputLength: largestHistoryBytes }))
}
const unpack = promisify(inflate)

async function downloaded(
  baileys: WASocket,
  endpoint: WhatsappEndpoint,
  session: KeyStoreSession,
  notice: proto.Message.IHistorySyncNotification,
): Promise<Uint8Array> {
  const { hosts } = await baileys.refreshMediaConn()
  const url = `https://${hosts[0]?.hostname}${notice.directPath}`
  const reference = mediaReference('md-msg-hist', { ...notice, url })
  if (reference === null) throw new Error('a piece of history without its place')
  const giveUp = new AbortController()
  void session.ended.then(() => giveUp.abort())
  const signal = AbortSignal.any([giveUp.signal, AbortSignal.timeout(downloadMs)])
  return buffer(fetchMedia(endpoint, reference, signal, largestPackedBytes))
}

async function entriesOf(
  session: KeyStoreSession,
  conversation: proto.IConversation,
): Promise<readonly InboundEvent[]> {
  const other = conversation.pnJid ?? conversation.lidJid ?? undefined
  const chat = chatAddressOf(conversation.id ?? '', other)
  if (chat === null) return []
  const messages = messagesOf(conversation, chat)
  const partitionKey = await chatPartitionKey(session, conversation.id ?? '', other)
  const name = nameIn(conversation)
  const entries: InboundEvent[] = []
  for (let start = 0; start < messages.length; start += messagesPerEntry) {
    const part = messages.slice(start, start + messagesPerEntry)
    entries.push(entryFor(partitionKey, { kind: 'history', chat, name, messages: part }))
  }
  return entries
}

function entryFor(partitionKey: string, inbound: InboundChatHistory): InboundEvent {
  const ids = inbound.messages.map(({ id }) => id).join(' ')
  const piece = createHash('sha256').update(ids).digest('hex')
  return buildParsedInboundEvent(`history:${partitionKey}:${piece}`, partitionKey, inbound)
}

/** A conversation's messages, oldest first (WhatsApp: newest first), without reactions, deletions and group notices. */
function messagesOf({ messages }: proto.IConversation, chat: ChatAddress): readonly InboundMessage[] {
  const inbound = (messages ?? []).flatMap(({ message }) => (message?.key ? receivedFrom(message, chat) : []))
  // Timestamps are whole seconds. The sort is stable, so messages of the same second keep their order.
  return inbound.reverse().sort((one, other) => one.sentAt.getTime() - other.sentAt.getTime())
}

function receivedFrom(info: proto.IWebMessageInfo, chat: ChatAddress): readonly InboundMessage[] {
  const participant = info.key?.participant ?? info.participant
  const key = { ...info.key, ...(participant ? { participant } : {}) }
  // the cast is safe: a WAMessage only requires a key
  const inbound = inboundUpdatesOf({ ...info, key } as WAMessage, {})
  return inbound.flatMap((one) => (one.kind === 'message' ? [{ ...one, chat }] : []))
}

function nameIn({ name, displayName }: proto.IConversation): string | null {
  const called = safeDisplayName(name || displayName || '')
  return hasLetters(called) ? called : null
}
