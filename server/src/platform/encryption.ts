import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** The keys that encrypt stored credentials and WhatsApp keys, by their short names. `current` encrypts new data. */
export interface DataKeys {
  readonly current: string
  readonly keys: ReadonlyMap<string, Buffer>
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Parses `k2:<64 hexadecimal digits>,k1:<…>`, the current key first. Undefined: the text has another form. */
export function parseDataKeys(text: string): DataKeys | undefined {
  const entries = text.split(',').map((entry) => /^(\w{1,20}):([0-9a-f]{64})$/i.exec(entry.trim()))
  const keys = new Map<string, Buffer>()
  for (const entry of entries) {
    const [, id, hex] = entry ?? []
    if (!id || !hex || keys.has(id)) return undefined
    keys.set(id, Buffer.from(hex, 'hex'))
  }
  const [current] = keys.keys()
  return current === undefined ? undefined : { current, keys }
}

/**
 * Encrypts with AES-256-GCM. The context names table, column and row, so that a value copied elsewhere does not
 * decrypt. Layout: length of the key's name (1), its name, nonce (12), ciphertext, tag (16).
 */
export function encrypt(dataKeys: DataKeys, plain: Uint8Array, context: string): Buffer {
  const key = dataKeys.keys.get(dataKeys.current)
  if (!key) throw new Error(`no data key named ${dataKeys.current}`)
  const name = Buffer.from(dataKeys.current, 'latin1')
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([Buffer.of(name.length), name, nonce, body, cipher.getAuthTag()])
}

/** Decrypts. Throws when the bytes were changed, were encrypted for another context, or their key is missing. */
export function decrypt(dataKeys: DataKeys, sealed: Uint8Array, context: string): Buffer {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
  const nameEnd = 1 + (bytes[0] ?? 0)
  const bodyStart = nameEnd + NONCE_BYTES
  const bodyEnd = bytes.length - TAG_BYTES
  if (bodyEnd < bodyStart) throw new Error('sealed value is cut off')

  const name = bytes.toString('latin1', 1, nameEnd)
  const key = dataKeys.keys.get(name)
  if (!key) throw new Error(`no data key named ${name}`)
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(nameEnd, bodyStart), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(bodyEnd))
  return Buffer.concat([decipher.update(bytes.subarray(bodyStart, bodyEnd)), decipher.final()])
}

export function encryptText(dataKeys: DataKeys, plain: string, context: string): string {
  return encrypt(dataKeys, Buffer.from(plain), context).toString('base64')
}

export function decryptText(dataKeys: DataKeys, sealed: string, context: string): string {
  return decrypt(dataKeys, Buffer.from(sealed, 'base64'), context).toString()
}
