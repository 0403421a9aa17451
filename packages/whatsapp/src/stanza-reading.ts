import {
  type BinaryNode,
  cleanMessage,
  decryptMessageNode,
  normalizeMessageContent,
  proto,
  type SignalRepositoryWithLIDStore,
  unpadRandomMax16,
  type WAMessage,
} from 'baileys'
import { isSameJidUser } from './addresses'
import type { InboundEventContent, OwnAddresses } from './inbound-content'
import { redactingLogger } from './log'

type StoredStanza = Extract<InboundEventContent, { kind: 'stanza' }>

const discardedResults = { debug() {}, info() {}, warn() {}, error() {} }
const silence = redactingLogger(discardedResults, '')

/** Parses a stored stanza without keys or network, so the result depends on the event only. */
export async function readStanza(kept: StoredStanza): Promise<WAMessage> {
  const plaintext = Buffer.from(kept.plaintext, 'base64')
  const stanza: BinaryNode = {
    tag: 'message',
    attrs: kept.attrs,
    content: [{ tag: 'enc', attrs: kept.enc, content: plaintext }],
  }
  const { me } = kept
  const { fullMessage, decrypt } = decryptMessageNode(stanza, me.id, me.lid, answering(plaintext), silence)
  await decrypt()
  fillMissingKeys(fullMessage)
  correctFromMeFlag(fullMessage, me)
  cleanMessage(fullMessage, me.id, me.lid)
  return fullMessage
}

/** Marks our own message in a broadcast list as ours. Baileys does not recognise our LID there. */
export function correctFromMeFlag({ key }: WAMessage, { lid }: OwnAddresses): void {
  if (isSameJidUser(key.participant ?? undefined, lid)) key.fromMe = true
}

/** Adds the key that a hostile phone may omit in a reaction or vote, without which Baileys throws. */
function fillMissingKeys({ message }: WAMessage): void {
  const content = normalizeMessageContent(message)
  if (content?.reactionMessage) content.reactionMessage.key ??= {}
  if (content?.pollUpdateMessage) content.pollUpdateMessage.pollCreationMessageKey ??= {}
}

/** A stub of the Signal repository that "decrypts" everything to this plaintext. */
function answering(plaintext: Uint8Array): SignalRepositoryWithLIDStore {
  const repository = {
    lidMapping: { getLIDForPN: async () => null, storeLIDPNMappings: async () => {} },
    decryptMessage: async () => plaintext,
    decryptGroupMessage: async () => plaintext,
    processSenderKeyDistributionMessage: async () => {},
    migrateSession: async () => ({ migrated: 0, skipped: 0, total: 0 }),
  }
  // `decryptMessageNode` calls no other members; stanza-reading.test.ts fails if it does.
  return repository as unknown as SignalRepositoryWithLIDStore
}

/** Removes the padding, and the envelope of messages from our phone to its own devices. Throws on invalid bytes. */
export function decodeMessage(plaintext: Uint8Array): proto.IMessage {
  const message = proto.Message.decode(unpadRandomMax16(plaintext))
  return message.deviceSentMessage?.message ?? message
}
