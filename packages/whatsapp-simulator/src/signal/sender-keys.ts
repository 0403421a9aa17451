import type { proto } from 'baileys'
import { encodeWAMessage } from 'baileys'
import {
  GroupCipher,
  GroupSessionBuilder,
  SenderKeyName,
  SenderKeyRecord,
} from 'baileys/lib/Signal/Group/index.js'
import { ProtocolAddress } from 'libsignal'

/** Serialised sender keys of one contact, by group. */
export type SenderKeys = Record<string, string>

/** Encrypts for a group with the contact's own sender key, making one if there is none. */
export async function encryptForGroup(
  keys: SenderKeys,
  owner: string,
  groupJid: string,
  message: proto.IMessage,
): Promise<{ distribution: Uint8Array; bytes: Buffer }> {
  const store = storeOf(keys)
  const name = new SenderKeyName(groupJid, new ProtocolAddress(owner, 0))
  const distribution = await new GroupSessionBuilder(store).create(name)
  const bytes = await new GroupCipher(store, name).encrypt(Buffer.from(encodeWAMessage(message)))
  return { distribution: distribution.serialize(), bytes: Buffer.from(bytes) }
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
