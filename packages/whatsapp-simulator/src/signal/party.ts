import type { proto } from 'baileys'
import {
  Curve,
  encodeBigEndian,
  encodeWAMessage,
  generateSignalPubKey,
  proto as protocol,
  signedKeyPair,
  unpadRandomMax16,
} from 'baileys'
import { ProtocolAddress, SessionBuilder, SessionCipher, SessionRecord, type SignalStorage } from 'libsignal'
import type { Chance } from '../chance'
import type { KeyPair } from '../noise/authority'
import { type BinaryNode, node } from '../wire/nodes'
import { readWhisperHeader } from './whisper-header'

/** The Signal keys and sessions of one phone: a contact's, or the shop owner's handset. Plain data, stored as JSON. */
export interface SignalParty {
  identity: KeyPair
  registrationId: number
  signedPreKey: { keyPair: KeyPair; signature: Buffer; keyId: number }
  /** One-time keys that were published and not used yet, by id. */
  preKeys: Record<string, KeyPair>
  nextPreKeyId: number
  /** libsignal's own serialisation, by address. */
  sessions: Record<string, ReturnType<SessionRecord['serialize']>>
  /** `address ratchet-key counter` of every decrypted message. */
  usedCounters: Record<string, true>
}

type EncryptionKind = 'msg' | 'pkmsg'

export interface Ciphertext {
  kind: EncryptionKind
  bytes: Buffer
}

/** The published keys of a device. */
export interface DeviceKeys {
  registrationId: number
  identity: Buffer
  signedPreKey: { keyId: number; publicKey: Buffer; signature: Buffer }
  preKey?: { keyId: number; publicKey: Buffer } | undefined
}

/** A stanza was encrypted with a counter that its session had used before. */
export class UsedCounterError extends Error {}

export function makeParty(chance: Chance): SignalParty {
  const identity = ownPair(Curve.generateKeyPair())
  const signed = signedKeyPair(identity, 1)
  return {
    identity,
    registrationId: chance.between(1, 16000),
    signedPreKey: { keyPair: ownPair(signed.keyPair), signature: Buffer.from(signed.signature), keyId: 1 },
    preKeys: {},
    nextPreKeyId: 1,
    sessions: {},
    usedCounters: {},
  }
}

export function hasSession(party: SignalParty, address: string): boolean {
  return party.sessions[libsignalAddress(address).toString()] !== undefined
}

export function dropSession(party: SignalParty, address: string): void {
  delete party.sessions[libsignalAddress(address).toString()]
}

/** Opens a session with a device. The caller must verify the signed pre-key's signature: libsignal does not. */
export async function openSession(party: SignalParty, address: string, keys: DeviceKeys): Promise<void> {
  const bundle = {
    registrationId: keys.registrationId,
    identityKey: generateSignalPubKey(keys.identity),
    signedPreKey: { ...keys.signedPreKey, publicKey: generateSignalPubKey(keys.signedPreKey.publicKey) },
    ...(keys.preKey && {
      preKey: { keyId: keys.preKey.keyId, publicKey: generateSignalPubKey(keys.preKey.publicKey) },
    }),
  }
  const builder = new SessionBuilder(storageOf(party), libsignalAddress(address))
  // libsignal's types require a one-time key; its code works without one, as for a device that has run out.
  await builder.initOutgoing(bundle as Parameters<SessionBuilder['initOutgoing']>[0])
}

export async function encrypt(
  party: SignalParty,
  address: string,
  message: proto.IMessage,
): Promise<Ciphertext> {
  const cipher = new SessionCipher(storageOf(party), libsignalAddress(address))
  const { type, body } = await cipher.encrypt(Buffer.from(encodeWAMessage(message)))
  return { kind: type === 3 ? 'pkmsg' : 'msg', bytes: Buffer.from(body, 'binary') }
}

/** The decrypted message. Throws `UsedCounterError` before libsignal sees a repeated counter. */
export async function decrypt(
  party: SignalParty,
  address: string,
  { kind, bytes }: Ciphertext,
): Promise<proto.Message> {
  const header = readWhisperHeader(kind, bytes)
  const counterKey = `${address} ${header.ratchetKey.toString('hex')} ${header.counter}`
  if (party.usedCounters[counterKey]) throw new UsedCounterError(`counter ${header.counter} was used before`)
  const cipher = new SessionCipher(storageOf(party), libsignalAddress(address))
  const padded =
    kind === 'pkmsg'
      ? await cipher.decryptPreKeyWhisperMessage(bytes)
      : await cipher.decryptWhisperMessage(bytes)
  party.usedCounters[counterKey] = true
  return protocol.Message.decode(unpadRandomMax16(padded))
}

/** The public keys with a fresh one-time key, in the shape of an `iq encrypt` answer. */
export function bundleNodes(party: SignalParty): BinaryNode[] {
  const id = party.nextPreKeyId++
  const preKey = ownPair(Curve.generateKeyPair())
  party.preKeys[id] = preKey
  return keyNodes({
    registrationId: party.registrationId,
    identity: party.identity.public,
    signedPreKey: {
      keyId: party.signedPreKey.keyId,
      publicKey: party.signedPreKey.keyPair.public,
      signature: party.signedPreKey.signature,
    },
    preKey: { keyId: id, publicKey: preKey.public },
  })
}

/** `<registration>`, `<type>`, `<identity>`, `<skey>` and, when there is a one-time key, `<key>`. */
export function keyNodes(keys: DeviceKeys): BinaryNode[] {
  const { signedPreKey, preKey } = keys
  const nodes = [
    node('registration', {}, encodeBigEndian(keys.registrationId, 4)),
    node('type', {}, Buffer.from([5])),
    node('identity', {}, keys.identity),
    node('skey', {}, [
      node('id', {}, encodeBigEndian(signedPreKey.keyId, 3)),
      node('value', {}, signedPreKey.publicKey),
      node('signature', {}, signedPreKey.signature),
    ]),
  ]
  if (preKey) {
    const id = node('id', {}, encodeBigEndian(preKey.keyId, 3))
    nodes.push(node('key', {}, [id, node('value', {}, preKey.publicKey)]))
  }
  return nodes
}

function libsignalAddress(address: string): ProtocolAddress {
  return new ProtocolAddress(address, 0)
}

function ownPair(pair: { public: Uint8Array; private: Uint8Array }): KeyPair {
  return { public: Buffer.from(pair.public), private: Buffer.from(pair.private) }
}

function libsignalPair(pair: KeyPair) {
  return { privKey: pair.private, pubKey: Buffer.from(generateSignalPubKey(pair.public)) }
}

function storageOf(party: SignalParty): SignalStorage {
  return {
    loadSession: async (address) => {
      const kept = party.sessions[address]
      return kept && SessionRecord.deserialize(kept)
    },
    storeSession: async (address, session) => {
      party.sessions[address] = session.serialize()
    },
    isTrustedIdentity: () => true,
    loadPreKey: async (id) => {
      const pair = party.preKeys[id]
      return pair && libsignalPair(pair)
    },
    removePreKey: (id) => {
      delete party.preKeys[id]
    },
    loadSignedPreKey: () => libsignalPair(party.signedPreKey.keyPair),
    getOurRegistrationId: () => party.registrationId,
    getOurIdentity: () => libsignalPair(party.identity),
  }
}
