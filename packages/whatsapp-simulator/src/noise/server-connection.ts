import { createHash } from 'node:crypto'
import {
  aesDecryptGCM,
  aesEncryptGCM,
  Curve,
  decodeBinaryNode,
  encodeBinaryNode,
  hkdf,
  NOISE_MODE,
  NOISE_WA_HEADER,
  proto,
} from 'baileys'
import { WebSocket } from 'ws'
import type { BinaryNode } from '../wire/nodes'
import type { NoiseAuthority } from './authority'

const EMPTY = Buffer.alloc(0)
const NOISE_IK = 'Noise_IK_25519_AESGCM_SHA256\0\0\0\0'
const NOISE_XX_FALLBACK = 'Noise_XXfallback_25519_AESGCM_SHA256'
const FRAME_LENGTH_BYTES = 3
const ROUTING_PROLOGUE_BYTES = 7
const HASH_BYTES = 32

interface NoiseListener {
  /** The handshake is complete; the payload identifies the client. */
  /** The client's payload: of a login, or of a registration. */
  onHello(payload: Buffer): void | Promise<void>
  onNode(node: BinaryNode): void | Promise<void>
  /** The bytes could not be parsed; the socket is closed afterwards. */
  onBroken(error: Error): void
}

/**
 * One socket on the server's side of WhatsApp's transport: the intro, a Noise handshake as responder, then frames of an
 * encrypted node with a three-byte length before each. XX is the full handshake. WhatsApp Web and zapo resume with IK
 * when they know the server's key; Baileys never does.
 */
export class NoiseServerConnection {
  /** The companion's static key, known after the handshake. QR codes must contain it. */
  clientStatic: Buffer = EMPTY
  /** The client's prefix of its hello, if the server had given it routing information. */
  routingInfo: Buffer | undefined
  private stage: 'intro' | 'hello' | 'finish' | 'transport' = 'intro'
  private received: Buffer = EMPTY
  private reading: Promise<void> = Promise.resolve()
  private handshake = new HandshakeState(NOISE_MODE)
  private ephemeral = Curve.generateKeyPair()
  private transport: Transport | undefined

  constructor(
    private readonly socket: WebSocket,
    private readonly authority: NoiseAuthority,
    private readonly listener: NoiseListener,
  ) {
    // Messages are handled one after the other: the next frame must not overtake a waiting handler.
    socket.on('message', (bytes: Buffer) => {
      this.reading = this.reading.then(() => this.read(bytes)).catch((cause) => this.breakOff(cause))
    })
  }

  get open(): boolean {
    return this.transport !== undefined && this.socket.readyState === WebSocket.OPEN
  }

  /** False when the socket is no longer open; the node is then lost, as on a real network. */
  send(node: BinaryNode): boolean {
    if (!this.transport || !this.open) return false
    this.sendFrame(this.transport.encrypt(encodeBinaryNode(node)))
    return true
  }

  close(): void {
    this.socket.close()
  }

  /** Terminates the socket without a closing stanza. */
  terminate(): void {
    this.socket.terminate()
  }

  private breakOff(cause: unknown): void {
    this.listener.onBroken(cause instanceof Error ? cause : new Error(String(cause)))
    this.socket.close()
  }

  private async read(bytes: Buffer): Promise<void> {
    this.received = Buffer.concat([this.received, bytes])
    if (this.stage === 'intro' && !this.readIntro()) return
    for (let frame = this.nextFrame(); frame; frame = this.nextFrame()) await this.readFrame(frame)
  }

  /** The intro may be preceded by `ED 00 01`, a length and routing information; only the header itself is hashed. */
  private readIntro(): boolean {
    if (this.received.subarray(0, 2).toString('latin1') === 'ED') {
      if (this.received.length < ROUTING_PROLOGUE_BYTES) return false
      const end = ROUTING_PROLOGUE_BYTES + this.received.readUIntBE(4, 3)
      if (this.received.length < end) return false
      this.routingInfo = this.received.subarray(ROUTING_PROLOGUE_BYTES, end)
      this.received = this.received.subarray(end)
    }
    if (this.received.length < NOISE_WA_HEADER.length) return false
    const header = this.received.subarray(0, NOISE_WA_HEADER.length)
    if (!header.equals(NOISE_WA_HEADER)) throw new Error(`not a WhatsApp intro: ${header.toString('hex')}`)
    this.received = this.received.subarray(NOISE_WA_HEADER.length)
    this.stage = 'hello'
    return true
  }

  private nextFrame(): Buffer | undefined {
    if (this.received.length < FRAME_LENGTH_BYTES) return undefined
    const end = FRAME_LENGTH_BYTES + this.received.readUIntBE(0, FRAME_LENGTH_BYTES)
    if (this.received.length < end) return undefined
    const frame = this.received.subarray(FRAME_LENGTH_BYTES, end)
    this.received = this.received.subarray(end)
    return frame
  }

  private async readFrame(frame: Buffer): Promise<void> {
    if (this.stage === 'hello') return this.answerHello(frame)
    if (this.stage === 'finish') return this.readFinish(frame)
    if (!this.transport) throw new Error('frame before the handshake')
    await this.listener.onNode(await decodeBinaryNode(this.transport.decrypt(frame)))
  }

  private async answerHello(frame: Buffer): Promise<void> {
    const { clientHello } = proto.HandshakeMessage.decode(frame)
    const theirs = clientHello?.ephemeral
    if (!theirs) throw new Error('client hello without a key')
    if (!clientHello.static || !clientHello.payload) return this.offerStaticKey(theirs)
    if (this.acceptResumption(theirs, clientHello.static)) {
      return this.finishResumption(theirs, clientHello.payload)
    }
    this.handshake = new HandshakeState(NOISE_XX_FALLBACK)
    this.offerStaticKey(theirs)
  }

  /** The second message of XX and of XXfallback, which differ only in the protocol's name. */
  private offerStaticKey(theirs: Uint8Array): void {
    this.handshake.mixHash(theirs)
    this.handshake.mixHash(this.ephemeral.public)
    this.handshake.mixKey(Curve.sharedKey(this.ephemeral.private, theirs))
    const encryptedStatic = this.handshake.encrypt(this.authority.staticKey.public)
    this.handshake.mixKey(Curve.sharedKey(this.authority.staticKey.private, theirs))
    const payload = this.handshake.encrypt(this.authority.chain)
    const serverHello = { ephemeral: this.ephemeral.public, static: encryptedStatic, payload }
    this.stage = 'finish'
    this.sendFrame(proto.HandshakeMessage.encode({ serverHello }).finish())
  }

  /** False when the client encrypted its key for another server key than ours. */
  private acceptResumption(theirs: Uint8Array, sealedStatic: Uint8Array): boolean {
    const { staticKey } = this.authority
    this.handshake = new HandshakeState(NOISE_IK)
    this.handshake.mixHash(staticKey.public)
    this.handshake.mixHash(theirs)
    this.handshake.mixKey(Curve.sharedKey(staticKey.private, theirs))
    try {
      this.clientStatic = this.handshake.decrypt(sealedStatic)
      return true
    } catch {
      return false
    }
  }

  private finishResumption(theirs: Uint8Array, sealedPayload: Uint8Array): void | Promise<void> {
    this.handshake.mixKey(Curve.sharedKey(this.authority.staticKey.private, this.clientStatic))
    const payload = Buffer.from(this.handshake.decrypt(sealedPayload))
    this.handshake.mixHash(this.ephemeral.public)
    this.handshake.mixKey(Curve.sharedKey(this.ephemeral.private, theirs))
    this.handshake.mixKey(Curve.sharedKey(this.ephemeral.private, this.clientStatic))
    const serverHello = {
      ephemeral: this.ephemeral.public,
      payload: this.handshake.encrypt(this.authority.chain),
    }
    this.sendFrame(proto.HandshakeMessage.encode({ serverHello }).finish())
    return this.openTransport(payload)
  }

  private async readFinish(frame: Buffer): Promise<void> {
    const finish = proto.HandshakeMessage.decode(frame).clientFinish
    if (!finish?.static || !finish.payload) throw new Error('client finish without key or payload')
    this.clientStatic = this.handshake.decrypt(finish.static)
    this.handshake.mixKey(Curve.sharedKey(this.ephemeral.private, this.clientStatic))
    await this.openTransport(Buffer.from(this.handshake.decrypt(finish.payload)))
  }

  private openTransport(payload: Buffer): void | Promise<void> {
    this.transport = new Transport(this.handshake.transportKeys())
    this.stage = 'transport'
    return this.listener.onHello(payload)
  }

  private sendFrame(bytes: Uint8Array): void {
    const length = Buffer.alloc(FRAME_LENGTH_BYTES)
    length.writeUIntBE(bytes.length, 0, FRAME_LENGTH_BYTES)
    this.socket.send(Buffer.concat([length, bytes]))
  }
}

/** The running hash, salt and key of a Noise handshake (Noise specification, section 5.2), with WhatsApp's prologue. */
class HandshakeState {
  private hash: Buffer
  private salt: Buffer
  private key: Buffer
  private counter = 0

  /** A name of 32 bytes is its own hash; only that of XXfallback is longer. */
  constructor(protocol: string) {
    const name = Buffer.from(protocol)
    this.hash = name.length === HASH_BYTES ? name : createHash('sha256').update(name).digest()
    this.salt = this.hash
    this.key = this.hash
    this.mixHash(NOISE_WA_HEADER)
  }

  mixHash(bytes: Uint8Array): void {
    this.hash = createHash('sha256').update(this.hash).update(bytes).digest()
  }

  mixKey(shared: Uint8Array): void {
    const derived = this.derive(shared)
    this.salt = derived.first
    this.key = derived.second
    this.counter = 0
  }

  encrypt(plain: Uint8Array): Buffer {
    const cipher = aesEncryptGCM(plain, this.key, ivOf(this.counter++), this.hash)
    this.mixHash(cipher)
    return cipher
  }

  decrypt(cipher: Uint8Array): Buffer {
    const plain = aesDecryptGCM(cipher, this.key, ivOf(this.counter++), this.hash)
    this.mixHash(cipher)
    return plain
  }

  /** The initiator writes with the first key, so the responder reads with it. */
  transportKeys(): { read: Buffer; write: Buffer } {
    const { first, second } = this.derive(EMPTY)
    return { read: first, write: second }
  }

  private derive(input: Uint8Array): { first: Buffer; second: Buffer } {
    const derived = Buffer.from(hkdf(input, 64, { salt: this.salt, info: '' }))
    return { first: derived.subarray(0, 32), second: derived.subarray(32) }
  }
}

class Transport {
  private reads = 0
  private writes = 0

  constructor(private readonly keys: { read: Buffer; write: Buffer }) {}

  encrypt(plain: Uint8Array): Buffer {
    return aesEncryptGCM(plain, this.keys.write, ivOf(this.writes++), EMPTY)
  }

  decrypt(cipher: Uint8Array): Buffer {
    return aesDecryptGCM(cipher, this.keys.read, ivOf(this.reads++), EMPTY)
  }
}

/** Eight zero bytes and the counter. */
function ivOf(counter: number): Buffer {
  const iv = Buffer.alloc(12)
  iv.writeUInt32BE(counter, 8)
  return iv
}
