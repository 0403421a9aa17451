import { AsyncLocalStorage } from 'node:async_hooks'
import {
  Curve,
  decodeBinaryNode,
  encodeBinaryNode,
  generateSignalPubKey,
  proto,
  WA_CERT_DETAILS,
} from 'baileys'
import {
  GroupCipher,
  GroupSessionBuilder,
  SenderKeyName,
  SenderKeyRecord,
} from 'baileys/lib/Signal/Group/index.js'
import { makeNoiseHandler } from 'baileys/lib/Utils/noise-handler.js'
import { ProtocolAddress, SessionBuilder, SessionCipher, SessionRecord, type SignalStorage } from 'libsignal'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { hardenBaileys } from './harden'
import { redactingLogger } from './log'

const genuineRoot = WA_CERT_DETAILS.PUBLIC_KEY
const written: unknown[] = []
beforeAll(() => {
  for (const level of ['info', 'warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation((...values) => void written.push(values))
  }
  hardenBaileys()
  hardenBaileys()
})
afterAll(() => {
  WA_CERT_DETAILS.PUBLIC_KEY = genuineRoot
  vi.restoreAllMocks()
})

const message = Buffer.from('who signed this?')

test('a signature is accepted only when it is right', () => {
  const [signer, other] = [Curve.generateKeyPair(), Curve.generateKeyPair()]
  const signature = Curve.sign(signer.private, message)

  expect(Curve.verify(signer.public, message, signature)).toBe(true)
  expect(Curve.verify(other.public, message, signature)).toBe(false)
  expect(Curve.verify(signer.public, Buffer.from('something else'), signature)).toBe(false)
  expect(Curve.verify(signer.public, message, Buffer.alloc(64, 7))).toBe(false)
  expect(Curve.verify(signer.public, message, Buffer.alloc(3))).toBe(false)
})

const { Details } = proto.CertChain.NoiseCertificate

/** A handshake of Baileys with a server whose chain certifies `certified` while it uses `used`. */
function handshake({
  root,
  certified,
  used,
}: Record<'root' | 'certified' | 'used', ReturnType<typeof keyPair>>) {
  const intermediate = keyPair()
  const sign = (signer: ReturnType<typeof keyPair>, details: object) => {
    const bytes = Details.encode(details).finish()
    return { details: bytes, signature: Curve.sign(signer.private, bytes) }
  }
  const chain = proto.CertChain.encode({
    intermediate: sign(root, { serial: 1, issuerSerial: 0, key: intermediate.public }),
    leaf: sign(intermediate, { serial: 2, issuerSerial: 1, key: certified.public }),
  }).finish()

  const client = keyPair()
  const server = keyPair()
  const header = Buffer.from([87, 65, 6, 3])
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const noiseOf = (pair: typeof client, hello: Uint8Array) => {
    const noise = makeNoiseHandler({ keyPair: pair, NOISE_HEADER: header, logger: redactingLogger(log, '') })
    return { noise, hello }
  }
  // The server's half of the same state machine: it hashes the client's hello, then its own ephemeral key.
  const { noise } = noiseOf({ ...server, public: client.public }, client.public)
  noise.authenticate(server.public)
  noise.mixIntoKey(Curve.sharedKey(server.private, client.public))
  const sealedStatic = noise.encrypt(used.public)
  noise.mixIntoKey(Curve.sharedKey(used.private, client.public))
  const payload = noise.encrypt(chain)

  const baileys = noiseOf(client, client.public).noise
  const serverHello = { ephemeral: server.public, static: sealedStatic, payload }
  return () => baileys.processHandshake(proto.HandshakeMessage.create({ serverHello }), keyPair())
}

function keyPair() {
  const { private: secret, public: open } = Curve.generateKeyPair()
  return { private: Buffer.from(secret), public: Buffer.from(open) }
}

test('a server is trusted when the root certifies the key that it uses', () => {
  const [root, used] = [keyPair(), keyPair()]
  WA_CERT_DETAILS.PUBLIC_KEY = root.public

  expect(handshake({ root, certified: used, used })).not.toThrow()
})

test('a server with a chain of another root is refused', () => {
  WA_CERT_DETAILS.PUBLIC_KEY = keyPair().public
  const used = keyPair()

  expect(handshake({ root: keyPair(), certified: used, used })).toThrow(/signature invalid/)
})

test('a server with a genuine chain for another key is refused', () => {
  const root = keyPair()
  WA_CERT_DETAILS.PUBLIC_KEY = root.public

  expect(handshake({ root, certified: keyPair(), used: keyPair() })).toThrow(/signature invalid/)
})

/** One side of a Signal conversation over a map; `stored` is called in the async context of each write. */
function party(stored: (id: string) => void = () => {}) {
  const identity = keyPair()
  const preKey = keyPair()
  const preKeys = new Map([[1, preKey]])
  const signed = keyPair()
  const sessions = new Map<string, SessionRecord>()
  const pair = ({ private: privKey, public: open }: ReturnType<typeof keyPair>) => ({
    privKey,
    pubKey: Buffer.from(generateSignalPubKey(open)),
  })
  const storage: SignalStorage = {
    loadSession: async (id) => sessions.get(id),
    async storeSession(id, record) {
      stored(id)
      sessions.set(id, record)
    },
    isTrustedIdentity: () => true,
    loadPreKey: async (id) => {
      const key = preKeys.get(Number(id))
      return key && pair(key)
    },
    removePreKey: (id) => void preKeys.delete(id),
    loadSignedPreKey: () => pair(signed),
    getOurRegistrationId: () => 1,
    getOurIdentity: () => pair(identity),
  }
  const publicKey = Buffer.from(generateSignalPubKey(signed.public))
  const bundle = {
    registrationId: 1,
    identityKey: pair(identity).pubKey,
    signedPreKey: { keyId: 1, publicKey, signature: Buffer.from(Curve.sign(identity.private, publicKey)) },
    preKey: { keyId: 1, publicKey: pair(preKey).pubKey },
  }
  return { storage, bundle, restorePreKey: () => preKeys.set(1, preKey) }
}

const address = new ProtocolAddress('5551988880001', 0)

test('a pre-key bundle with a wrong signature opens no session', async () => {
  const { bundle } = party()
  const forged = { ...bundle, signedPreKey: { ...bundle.signedPreKey, signature: Buffer.alloc(64, 7) } }

  await expect(new SessionBuilder(party().storage, address).initOutgoing(forged)).rejects.toThrow(/signature/)
})

test('sessions opened, closed and replaced write nothing to the console', async () => {
  const us = party()

  await new SessionBuilder(us.storage, address).initOutgoing(party().bundle)
  await new SessionBuilder(us.storage, address).initOutgoing(party().bundle)
  const spoilt = new SessionCipher(us.storage, address).decryptWhisperMessage(Buffer.alloc(80, 51))
  await spoilt.catch(() => {})

  expect(written).toEqual([])
})

/** Two parties with a session between them; `opener` has written first, and `answerer` has read it. */
async function conversation() {
  const [opener, answerer] = [party(), party()]
  await new SessionBuilder(opener.storage, address).initOutgoing(answerer.bundle)
  return {
    opener: new SessionCipher(opener.storage, address),
    answerer: new SessionCipher(answerer.storage, address),
    answererParty: answerer,
  }
}

const sealed = async (cipher: SessionCipher, text: string) =>
  Buffer.from((await cipher.encrypt(Buffer.from(text))).body as unknown as Uint8Array) // bytes, despite the type

test('decrypting a message of another session leaves the session tried first unchanged', async () => {
  const old = await conversation()
  const { answerer } = old
  await answerer.decryptPreKeyWhisperMessage(await sealed(old.opener, 'sessão velha'))
  await old.opener.decryptWhisperMessage(await sealed(answerer, 'resposta'))
  const recent = party()
  old.answererParty.restorePreKey()
  await new SessionBuilder(recent.storage, address).initOutgoing(old.answererParty.bundle)
  const recentOpener = new SessionCipher(recent.storage, address)
  await answerer.decryptPreKeyWhisperMessage(await sealed(recentOpener, 'sessão nova'))

  const late = await answerer.decryptWhisperMessage(await sealed(old.opener, 'atrasada'))
  const next = await answerer.decryptPreKeyWhisperMessage(await sealed(recentOpener, 'e agora'))

  expect([late.toString(), next.toString()]).toEqual(['atrasada', 'e agora'])
})

test('a long conversation does not enlarge its session', async () => {
  const { opener, answerer, answererParty } = await conversation()
  await answerer.decryptPreKeyWhisperMessage(await sealed(opener, 'oi'))
  await opener.decryptWhisperMessage(await sealed(answerer, 'oi'))

  for (let turn = 0; turn < 100; turn += 1) {
    await answerer.decryptWhisperMessage(await sealed(opener, `pergunta ${turn}`))
    await opener.decryptWhisperMessage(await sealed(answerer, `resposta ${turn}`))
  }

  const record = await answererParty.storage.loadSession(address.toString())
  expect(JSON.stringify(record?.serialize()).length).toBeLessThan(7000)
})

test('a record retains forty closed sessions, and drops those closed longest ago', () => {
  // The published types omit these members.
  const record = new (
    SessionRecord as unknown as new () => { sessions: Record<string, unknown>; removeOldSessions(): void }
  )()
  for (let number = 0; number < 50; number += 1) {
    record.sessions[`session ${number}`] = { indexInfo: { closed: number === 0 ? -1 : number } }
  }

  record.removeOldSessions()

  const kept = Object.keys(record.sessions)
  expect(kept).toHaveLength(40)
  expect(kept.slice(0, 2)).toEqual(['session 0', 'session 11'])
})

test('two connections that talk to one customer have separate units of work', async () => {
  const unit = new AsyncLocalStorage<string>()
  const seen: string[] = []
  const parties = ['one', 'two'].map((name) => ({
    name,
    storage: party(() => void seen.push(`${name} in ${unit.getStore()}`)).storage,
  }))

  await Promise.all(
    parties.map(({ name, storage }) =>
      unit.run(name, async () => {
        await new SessionBuilder(storage, address).initOutgoing(party().bundle)
        await new SessionCipher(storage, address).encrypt(message)
      }),
    ),
  )

  expect(seen.toSorted()).toEqual(['one in one', 'one in one', 'two in two', 'two in two'])
})

test('late group messages are readable after the group key was stored and loaded', async () => {
  const name = new SenderKeyName('120363000000000001@g.us', address)
  const store = () => {
    let kept: Buffer | null = null
    return {
      loadSenderKey: async () => (kept === null ? new SenderKeyRecord() : SenderKeyRecord.deserialize(kept)),
      storeSenderKey: async (_: unknown, record: SenderKeyRecord) => {
        kept = Buffer.from(JSON.stringify(record.serialize()))
      },
    }
  }
  const [sender, receiver] = [store(), store()]
  await new GroupSessionBuilder(receiver).process(name, await new GroupSessionBuilder(sender).create(name))
  const sealed: Uint8Array[] = []
  for (const text of ['um', 'dois', 'três']) {
    sealed.push(await new GroupCipher(sender, name).encrypt(Buffer.from(text)))
  }

  const read: string[] = []
  for (const bytes of sealed.toReversed()) {
    read.push(Buffer.from(await new GroupCipher(receiver, name).decrypt(bytes)).toString())
  }

  expect(read).toEqual(['três', 'dois', 'um'])
})

test.each(['constructor', '__proto__', 'toString'])(
  '%s, a property of every object, is written as plain text',
  async (id) => {
    const stanza = { tag: 'receipt', attrs: { id } }

    expect(await decodeBinaryNode(encodeBinaryNode(stanza))).toMatchObject({ tag: 'receipt', attrs: { id } })
  },
)
