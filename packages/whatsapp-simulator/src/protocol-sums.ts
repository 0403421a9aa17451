import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'

/**
 * X25519, XEdDSA signatures, HKDF, HMAC, AES and protobuf fields on node:crypto alone, written from the
 * protocols' descriptions.
 *
 * `handlers/pairing.ts` and `handlers/link-code.ts` compute the server's and the phone's half of linking with them. The
 * product computes its half with Baileys, so a mistake on either side fails a link instead of cancelling out.
 *
 * The rest of the simulator shares Baileys' codec and libsignal with the product. `by-hand.test.ts` compares those with
 * this file. It proves nothing about linking, which uses this file; `zapo.test.ts` links without Baileys.
 */

const PKCS8 = Buffer.from('302e020100300506032b656e04220420', 'hex')
const SPKI = Buffer.from('302a300506032b656e032100', 'hex')
const SPKI_ED25519 = Buffer.from('302a300506032b6570032100', 'hex')
const PRIME = 2n ** 255n - 19n
/** Of the base point of Ed25519 (RFC 8032, 5.1). */
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n

export function sha256(...parts: Uint8Array[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

export function hmac(key: Uint8Array, ...parts: Uint8Array[]): Buffer {
  const mac = createHmac('sha256', key)
  for (const part of parts) mac.update(part)
  return mac.digest()
}

export function derive(input: Uint8Array, salt: Uint8Array, info: string, size: number): Buffer {
  return Buffer.from(hkdfSync('sha256', input, salt, info, size))
}

/** X25519 on raw 32-byte keys. */
export function agree(privateKey: Uint8Array, publicKey: Uint8Array): Buffer {
  return diffieHellman({
    privateKey: createPrivateKey({ key: Buffer.concat([PKCS8, privateKey]), format: 'der', type: 'pkcs8' }),
    publicKey: createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: 'der', type: 'spki' }),
  })
}

export function publicOf(privateKey: Uint8Array): Buffer {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, privateKey]), format: 'der', type: 'pkcs8' })
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
}

/** XEdDSA: converts the Montgomery key to its Edwards key, whose sign is the signature's last bit. */
export function isSignedBy(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const u = littleEndian(publicKey)
  const y = mod((u - 1n) * power(u + 1n, PRIME - 2n))
  const edwards = bytesOf(y)
  const plain = Buffer.from(signature)
  const sign = (plain[63] ?? 0) & 128
  edwards[31] = (edwards[31] ?? 0) | sign
  plain[63] = (plain[63] ?? 0) & 127
  const key = createPublicKey({ key: Buffer.concat([SPKI_ED25519, edwards]), format: 'der', type: 'spki' })
  return verify(null, message, key, plain)
}

/** XEdDSA with the key of X25519, as libsignal makes it: the last bit is the sign of the Edwards key. */
export function signedBy(privateKey: Uint8Array, message: Uint8Array): Buffer {
  const clamped = Buffer.from(privateKey)
  clamped[0] = (clamped[0] ?? 0) & 248
  clamped[31] = ((clamped[31] ?? 0) & 127) | 64
  const secret = littleEndian(clamped)
  const edwards = encoded(times(BASE, secret))
  const prefix = Buffer.concat([Buffer.from([0xfe]), Buffer.alloc(31, 0xff)])
  const nonce = littleEndian(sha512(prefix, clamped, message, randomBytes(64))) % ORDER
  const point = encoded(times(BASE, nonce))
  const challenge = littleEndian(sha512(point, edwards, message)) % ORDER
  const scalar = bytesOf((nonce + challenge * secret) % ORDER)
  scalar[31] = (scalar[31] ?? 0) | ((edwards[31] ?? 0) & 128)
  return Buffer.concat([point, scalar])
}

export function sealGcm(key: Uint8Array, counter: number, plain: Uint8Array, associated: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, counterIv(counter)).setAAD(associated)
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

export function openGcm(key: Uint8Array, counter: number, sealed: Buffer, associated: Uint8Array): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, counterIv(counter)).setAAD(associated)
  decipher.setAuthTag(sealed.subarray(-16))
  return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
}

export function openCbc(key: Uint8Array, iv: Uint8Array, sealed: Uint8Array): Buffer {
  const decipher = createDecipheriv('aes-256-cbc', key, iv)
  return Buffer.concat([decipher.update(sealed), decipher.final()])
}

/** One protobuf field: a number, or bytes with their length. */
export function field(number: number, value: number | Uint8Array): Buffer {
  if (typeof value === 'number') return Buffer.concat([varint(number << 3), varint(value)])
  return Buffer.concat([varint((number << 3) | 2), varint(value.length), value])
}

/** Bytes of the wire types of fixed size. */
const FIXED_SIZES = new Map([
  [1, 8],
  [5, 4],
])

/** The byte-string fields of a protobuf message, and its numbers; those of a fixed size as their bytes. */
export function fieldsOf(bytes: Buffer): Map<number, Buffer | number> {
  const fields = new Map<number, Buffer | number>()
  let at = 0
  const next = () => {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++] ?? 0
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }
  while (at < bytes.length) {
    const key = next()
    const fixed = FIXED_SIZES.get(key & 7)
    const value = fixed ?? next()
    if (fixed !== undefined || (key & 7) === 2) {
      fields.set(key >> 3, bytes.subarray(at, at + value))
      at += value
    } else fields.set(key >> 3, value)
  }
  return fields
}

export function bytesField(fields: Map<number, Buffer | number>, number: number): Buffer {
  const value = fields.get(number)
  if (!Buffer.isBuffer(value)) throw new Error(`no bytes in field ${number}`)
  return value
}

function counterIv(counter: number): Buffer {
  const iv = Buffer.alloc(12)
  iv.writeUInt32BE(counter, 8)
  return iv
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest])
    bytes.push((rest % 128) + 128)
  }
}

function mod(value: bigint): bigint {
  return ((value % PRIME) + PRIME) % PRIME
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  let square = mod(base)
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = mod(result * square)
    square = mod(square * square)
  }
  return result
}

/** A point of Ed25519 in extended coordinates: x = X/Z, y = Y/Z, T = XY/Z. */
type Point = readonly [x: bigint, y: bigint, z: bigint, t: bigint]

const D = mod(-121_665n * power(121_666n, PRIME - 2n))
const NEUTRAL: Point = [0n, 1n, 1n, 0n]
const BASE = pointOf(
  15112221349535400772501151409588531511454012693041857206046113283949847762202n,
  mod(4n * power(5n, PRIME - 2n)),
)

function pointOf(x: bigint, y: bigint): Point {
  return [x, y, 1n, mod(x * y)]
}

/** RFC 8032, 5.1.4; it also doubles. */
function sum([x1, y1, z1, t1]: Point, [x2, y2, z2, t2]: Point): Point {
  const a = mod((y1 - x1) * (y2 - x2))
  const b = mod((y1 + x1) * (y2 + x2))
  const c = mod(2n * t1 * t2 * D)
  const d = mod(2n * z1 * z2)
  const [e, f, g, h] = [b - a, d - c, d + c, b + a]
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)]
}

function times(point: Point, factor: bigint): Point {
  let result = NEUTRAL
  let doubled = point
  for (let rest = factor; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = sum(result, doubled)
    doubled = sum(doubled, doubled)
  }
  return result
}

/** y in 32 bytes, with the sign of x as the last bit. */
function encoded([x, y, z]: Point): Buffer {
  const inverse = power(z, PRIME - 2n)
  const bytes = bytesOf(mod(y * inverse))
  if (mod(x * inverse) & 1n) bytes[31] = (bytes[31] ?? 0) | 128
  return bytes
}

function littleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`)
}

function bytesOf(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse()
}

function sha512(...parts: Uint8Array[]): Buffer {
  const hash = createHash('sha512')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
