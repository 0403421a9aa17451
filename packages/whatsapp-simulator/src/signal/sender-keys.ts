import type { proto } from 'baileys'
import { encodeWAMessage, proto as protocol, unpadRandomMax16 } from 'baileys'
import {
  GroupCipher,
  GroupSessionBuilder,
  SenderKeyDistributionMessage,
  SenderKeyName,
  SenderKeyRecord,
} from 'baileys/lib/Signal/Group/index.js'
import { ProtocolAddress } from 'libsignal'
import { UsedCounterError } from './party'

/** Serialised sender keys of one phone by group and sender, including its own. */
export type SenderKeys = Record<string, string>

/** Encrypts for a group with the contact's own sender key, and creates it if there is none. */
export async function encryptForGroup(
  keys: SenderKeys,
  owner: string,
  groupJid: string,
  message: proto.IMessage,
): Promise<{ distribution: Uint8Array; bytes: Buffer }> {
  const store = storeOf(keys)
  const name = nameOf(groupJid, owner)
  const distribution = await new GroupSessionBuilder(store).create(name)
  const bytes = await new GroupCipher(store, name).encrypt(Buffer.from(encodeWAMessage(message)))
  return { distribution: distribution.serialize(), bytes: Buffer.from(bytes) }
}

/** Stores the sender key of a group member. */
export async function learnSenderKey(
  keys: SenderKeys,
  sender: string,
  groupJid: string,
  distribution: Uint8Array,
): Promise<void> {
  const message = new SenderKeyDistributionMessage(null, null, null, null, distribution)
  await new GroupSessionBuilder(storeOf(keys)).process(nameOf(groupJid, sender), message)
}

/** Decrypts a member's group message. Throws `UsedCounterError` for a key that was used before. */
export async function decryptFromGroup(
  keys: SenderKeys,
  sender: string,
  groupJid: string,
  bytes: Buffer,
): Promise<proto.Message> {
  try {
    const padded = await new GroupCipher(storeOf(keys), nameOf(groupJid, sender)).decrypt(bytes)
    return protocol.Message.decode(unpadRandomMax16(padded))
  } catch (cause) {
    const isOld = cause instanceof Error && cause.message.includes('old counter')
    throw isOld ? new UsedCounterError(cause.message) : cause
  }
}

function nameOf(groupJid: string, sender: string): SenderKeyName {
  return new SenderKeyName(groupJid, new ProtocolAddress(sender, 0))
}

function storeOf(keys: SenderKeys) {
  return {
    loadSenderKey: async (name: SenderKeyName) => {
      const kept = keys[name.toString()]
      return kept ? SenderKeyRecord.deserialize(Buffer.from(kept)) : new SenderKeyRecord()
    },
    storeSenderKey: async (name: SenderKeyName, record: SenderKeyRecord) => {
      keys[name.toString()] = JSON.stringify(record.serialize())
    },
  }
}
