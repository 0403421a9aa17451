import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  hkdfSync,
  verify,
} from 'node:crypto'

/**
 * X25519, verification of XEdDSA signatures, HKDF, HMAC, AES and protobuf fields on node:crypto alone, written from the
 * protocols' descriptions.
 *
 * `handlers/pairing.ts` and `handlers/link-code.ts` compute the server's and the phone's half of linking with them. The
 * product computes its half with Baileys, so a mistake on either side fails a link instead of cancelling out. XEdDSA
 * signing is missing here: the phone signs with Baileys' `Curve`. Baileys' proto decodes the payload of a registration.
 *
 * The rest of the simulator shares Baileys' codec and libsignal with the product. `by-hand.test.ts` compares those with
 * this file. It proves nothing about linking, which uses this file; `zapo.test.ts` links without Baileys.
 */

const PKCS8 = Buffer.from('302e020100300506032b656e04220420', 'hex')
const SPKI = Buffer.from('302a300506032b656e032100', 'hex')
const SPKI_ED25519 = Buffer.from('302a300506032b6570032100', 'hex')
const PRIME = 2n ** 255n - 19n

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
  const u = BigInt(`0x${Buffer.from(publicKey).reverse().toString('hex')}`)
  const y = mod((u - 1n) * power(u + 1n, PRIME - 2n))
  const edwards = Buffer.from(y.toString(16).padStart(64, '0'), 'hex').reverse()
  const plain = Buffer.from(signature)
  const sign = (plain[63] ?? 0) & 128
  edwards[31] = (edwards[31] ?? 0) | sign
  plain[63] = (plain[63] ?? 0) & 127
  const key = createPublicKey({ key: Buffer.concat([SPKI_ED25519, edwards]), format: 'der', type: 'spki' })
  return verify(null, message, key, plain)
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

/** The byte-string fields of a protobuf message, and its numbers. */
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
    const value = next()
    if ((key & 7) === 2) {
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
