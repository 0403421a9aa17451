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
import { isSameUser } from './addresses'
import type { InboundEventContent, Me } from './inbound-content'
import { discreetLogger } from './log'

type StoredStanza = Extract<InboundEventContent, { kind: 'stanza' }>

const discardedResults = { debug() {}, info() {}, warn() {}, error() {} }
const silence = discreetLogger(discardedResults, '')

/**
 * A stored stanza as Baileys' own message, parsed by Baileys' own code. Touches no key and no network: pure on the
 * event.
 */
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
  recogniseOurselves(fullMessage, me)
  cleanMessage(fullMessage, me.id, me.lid)
  return fullMessage
}

/** In a broadcast list Baileys knows us by our number alone, and mistakes our hidden id for another person's. */
export function recogniseOurselves({ key }: WAMessage, { lid }: Me): void {
  if (isSameUser(key.participant ?? undefined, lid)) key.fromMe = true
}

/**
 * Baileys rewrites the key of a reaction or a vote for our side, and throws on one that a hostile phone sent without a
 * key.
 */
function fillMissingKeys({ message }: WAMessage): void {
  const content = normalizeMessageContent(message)
  if (content?.reactionMessage) content.reactionMessage.key ??= {}
  if (content?.pollUpdateMessage) content.pollUpdateMessage.pollCreationMessageKey ??= {}
}

/** A Signal repository that "decrypts" everything to this plaintext and does nothing else. */
function answering(plaintext: Uint8Array): SignalRepositoryWithLIDStore {
  const repository = {
    lidMapping: { getLIDForPN: async () => null, storeLIDPNMappings: async () => {} },
    decryptMessage: async () => plaintext,
    decryptGroupMessage: async () => plaintext,
    processSenderKeyDistributionMessage: async () => {},
    migrateSession: async () => ({ migrated: 0, skipped: 0, total: 0 }),
  }
  // decryptMessageNode calls these and no other member; stanza-reading.test.ts would fail on a new one.
  return repository as unknown as SignalRepositoryWithLIDStore
}

/** The message in a plaintext, without its padding and its envelope for own devices. Throws on invalid bytes. */
export function messageIn(plaintext: Uint8Array): proto.IMessage {
  const message = proto.Message.decode(unpadRandomMax16(plaintext))
  return message.deviceSentMessage?.message ?? message
}
