import { createHash } from 'node:crypto'
import {
  extractAddressingContext,
  isJidBroadcast,
  isJidGroup,
  isJidStatusBroadcast,
  isPnUser,
  NO_MESSAGE_FOUND_ERROR_TEXT,
  proto,
  type SignalRepositoryWithLIDStore,
} from 'baileys'
import { isSameJidUser } from './addresses'
import { chatPartitionKey } from './chat-key'
import {
  decodeInboundContent,
  encodeInboundContent,
  type OwnAddresses,
  type UnreadableMessageReason,
} from './inbound-content'
import type { InboundEvent } from './ports'
import type { SignalKeys } from './signal-keys'
import type { ArrivedStanza, StanzaSequencer } from './stanza-order'
import { decodeMessage } from './stanza-reading'
import type { KeyStoreSession } from './store-session'
import { storableIdOf } from './strange-names'

export interface SignalJournalDependencies {
  readonly repository: SignalRepositoryWithLIDStore
  readonly keys: SignalKeys
  readonly store: KeyStoreSession
  readonly stanzas: StanzaSequencer
  readonly me: () => OwnAddresses
  /** Called with the key of an inbound event that Baileys has not finished yet (see `KeyStore.unacknowledged`). */
  readonly needsAcknowledgement: (key: string) => void
}

/**
 * Wraps Baileys' Signal repository. It stores each decrypted message in the same commit as the changed Signal keys. The
 * receipt is sent after this commit, so a crash loses no message. WhatsApp may deliver a stanza again, which cannot be
 * decrypted twice; the stored plaintext is then returned.
 */
export function journalledSignalRepository(parts: SignalJournalDependencies): SignalRepositoryWithLIDStore {
  const { repository } = parts
  // Fetches the LID before the connection's lock is acquired: a query under the lock would block all other work.
  const knowLid = async (jid: string) => {
    if (isPnUser(jid)) await repository.lidMapping.getLIDForPN(jid)
  }
  return {
    ...repository,
    async decryptMessage(options) {
      const stanza = parts.stanzas.stanzaOf(options.ciphertext)
      if (stanza?.withheld) return storeWithheldPlaceholder(parts, stanza, stanza.withheld)
      await knowLid(options.jid)
      return decryptOnce(parts, options.ciphertext, () => repository.decryptMessage(options))
    },
    decryptGroupMessage: (options) =>
      decryptOnce(parts, options.msg, () => repository.decryptGroupMessage(options)),
    async encryptMessage(options) {
      await knowLid(options.jid)
      return repository.encryptMessage(options)
    },
    async injectE2ESession(options) {
      await knowLid(options.jid)
      // A session that has encrypted nothing yet may be lost in a crash without harm. So opening one starts no commit,
      // and the sessions of a group's members share one.
      return parts.keys.along(() => repository.injectE2ESession(options))
    },
    // The group key was already applied with its message's ratchet; applying it again would evict an older key.
    processSenderKeyDistributionMessage: async () => {},
  }
}

async function decryptOnce(
  parts: SignalJournalDependencies,
  ciphertext: Uint8Array,
  decrypt: () => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const stanza = parts.stanzas.stanzaOf(ciphertext)
  if (stanza === null) throw new Error('this ciphertext came with no stanza, so it could not be kept')
  const key = createHash('sha256').update(ciphertext).digest('hex')
  // Only a stanza that waited at WhatsApp's server may have been decrypted before.
  const kept = stanza.waited ? await recalled(parts, key) : null
  if (kept !== null) return kept
  try {
    return await decryptAndKeep(parts, stanza, key, decrypt)
  } catch (error) {
    if (parts.store.hasEnded) throw error
    const keptAfterAll = await recalled(parts, key)
    if (keptAfterAll !== null) return keptAfterAll
    await storeUnreadPlaceholder(parts, stanza, 'undecryptable')
    throw error
  }
}

/** A message that contains only its padding. Baileys sends a receipt for it and does nothing else. */
const emptyMessage = Buffer.from([1])

/**
 * Stores a placeholder for a message that came without its content. The error's text makes Baileys request the message
 * from the phone; a view-once message is not requested.
 */
async function storeWithheldPlaceholder(
  parts: SignalJournalDependencies,
  stanza: ArrivedStanza,
  why: UnreadableMessageReason,
): Promise<Uint8Array> {
  await storeUnreadPlaceholder(parts, stanza, why)
  if (why === 'view-once') return emptyMessage
  throw new Error(NO_MESSAGE_FOUND_ERROR_TEXT)
}

/**
 * Stores a placeholder for an unreadable message, which may never come again. Messages that their sender marked as
 * unimportant (reactions, votes), and those of our own phone to its devices, get none.
 */
async function storeUnreadPlaceholder(
  parts: SignalJournalDependencies,
  { attrs, enc }: ArrivedStanza,
  why: UnreadableMessageReason,
): Promise<void> {
  if (enc['decrypt-fail'] === 'hide' || attrs.category === 'peer') return
  const content = encodeInboundContent({ kind: 'unread', me: parts.me(), attrs, why })
  const key = `unread:${attrs.from}:${attrs.participant ?? ''}:${storableIdOf(attrs.id ?? '')}`
  parts.store.put([], [{ key, chat: await chatOf(parts, attrs), content, needsAcknowledgement: false }])
}

async function decryptAndKeep(
  parts: SignalJournalDependencies,
  stanza: ArrivedStanza,
  key: string,
  decrypt: () => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const { plaintext, needsAcknowledgement } = await parts.keys.transaction(async () => {
    const plaintext = await decrypt()
    const message = messageOrNull(plaintext)
    if (message !== null) await storeGroupKey(parts, stanza, message)
    const entry = await inboundEvent(parts, stanza, key, plaintext, message)
    parts.keys.storeInboundEvent(entry)
    return { plaintext, needsAcknowledgement: entry.needsAcknowledgement }
  }, 'journal')
  if (needsAcknowledgement) parts.needsAcknowledgement(key)
  return plaintext
}

async function inboundEvent(
  parts: SignalJournalDependencies,
  { attrs, enc }: ArrivedStanza,
  key: string,
  plaintext: Uint8Array,
  message: proto.IMessage | null,
): Promise<InboundEvent> {
  const chat = await chatOf(parts, attrs)
  const content = encodeInboundContent({
    kind: 'stanza',
    me: parts.me(),
    attrs,
    enc,
    plaintext: Buffer.from(plaintext).toString('base64'),
  })
  const needsAcknowledgement =
    message !== null && isFromOurselves(attrs, parts.me()) && hasEffectInside(message)
  return { key, chat, content, needsAcknowledgement }
}

function chatOf({ store }: SignalJournalDependencies, attrs: ArrivedStanza['attrs']): Promise<string> {
  const { senderAlt, recipientAlt } = extractAddressingContext({ tag: 'message', attrs })
  if (isJidBroadcast(attrs.from) && attrs.participant)
    return chatPartitionKey(store, attrs.participant, senderAlt)
  return attrs.recipient === undefined
    ? chatPartitionKey(store, attrs.from ?? '', senderAlt)
    : chatPartitionKey(store, attrs.recipient, recipientAlt)
}

const { Type } = proto.Message.ProtocolMessage
const effectsInside: ReadonlySet<number> = new Set([
  Type.APP_STATE_SYNC_KEY_SHARE,
  Type.HISTORY_SYNC_NOTIFICATION,
  Type.LID_MIGRATION_MAPPING_SYNC,
])

/** Strangers can forge history and key messages, so only those of our own account are trusted. */
function isFromOurselves({ from }: ArrivedStanza['attrs'], { id, lid }: OwnAddresses): boolean {
  return isSameJidUser(from, id) || isSameJidUser(from, lid)
}

function hasEffectInside({ protocolMessage }: proto.IMessage): boolean {
  return (
    protocolMessage?.type !== null &&
    protocolMessage?.type !== undefined &&
    effectsInside.has(protocolMessage.type)
  )
}

async function storeGroupKey(
  { repository }: SignalJournalDependencies,
  { attrs }: ArrivedStanza,
  { senderKeyDistributionMessage: item }: proto.IMessage,
): Promise<void> {
  // The ids of group and author come from the stanza, because the sender can write any id into the message itself.
  const { from: groupId, participant: authorJid } = attrs
  if (!item || groupId === undefined || !hasGroupKeys(groupId) || authorJid === undefined) return
  try {
    await repository.processSenderKeyDistributionMessage({ authorJid, item: { ...item, groupId } })
  } catch {
    // A malformed group key must not lose its message. The group's next message requests the key again.
  }
}

function hasGroupKeys(jid: string): boolean {
  return isJidGroup(jid) === true || (isJidBroadcast(jid) === true && !isJidStatusBroadcast(jid))
}

/** Null for bytes that are no valid message. They are stored nevertheless, and Baileys reports the error. */
function messageOrNull(plaintext: Uint8Array): proto.IMessage | null {
  try {
    return decodeMessage(plaintext)
  } catch {
    return null
  }
}

async function recalled({ store }: SignalJournalDependencies, key: string): Promise<Uint8Array | null> {
  const content = await store.recall(key)
  if (content === null) return null
  const kept = decodeInboundContent(content)
  return kept.kind === 'stanza' ? Buffer.from(kept.plaintext, 'base64') : null
}
