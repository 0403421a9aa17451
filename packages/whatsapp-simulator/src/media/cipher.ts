import { createCipheriv, createDecipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { getMediaKeys, type MediaType } from 'baileys'

const MAC_BYTES = 10

/** The fields of a message that its reader needs to fetch and decrypt a file. */
export interface MediaReference {
  mediaKey: Buffer
  fileLength: number
  fileSha256: Buffer
  fileEncSha256: Buffer
}

export function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

/** Encrypts a file as a phone does: AES-256-CBC, then ten bytes of HMAC over the initial vector and the ciphertext. */
export async function sealMedia(plain: Buffer, type: MediaType, mediaKey: Buffer) {
  const keys = await expand(mediaKey, type)
  const cipher = createCipheriv('aes-256-cbc', keys.cipherKey, keys.iv)
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  const blob = Buffer.concat([body, macOf(keys, body)])
  const reference: MediaReference = {
    mediaKey,
    fileLength: plain.length,
    fileSha256: sha256(plain),
    fileEncSha256: sha256(blob),
  }
  return { blob, reference }
}

/** Decrypts a file that the product uploaded; throws when a hash or the MAC differs from the message's claim. */
export async function openMedia(
  blob: Buffer,
  type: MediaType,
  claimed: { mediaKey: Uint8Array; fileSha256: Uint8Array; fileEncSha256: Uint8Array },
): Promise<Buffer> {
  if (!sha256(blob).equals(claimed.fileEncSha256))
    throw new Error('media: hash of the encrypted file differs')
  const keys = await expand(claimed.mediaKey, type)
  const body = blob.subarray(0, -MAC_BYTES)
  if (!timingSafeEqual(macOf(keys, body), blob.subarray(-MAC_BYTES))) throw new Error('media: MAC differs')
  const decipher = createDecipheriv('aes-256-cbc', keys.cipherKey, keys.iv)
  const plain = Buffer.concat([decipher.update(body), decipher.final()])
  if (!sha256(plain).equals(claimed.fileSha256)) throw new Error('media: hash of the file differs')
  return plain
}

interface ExpandedKeys {
  cipherKey: Buffer
  iv: Buffer
  macKey: Buffer
}

async function expand(mediaKey: Uint8Array, type: MediaType): Promise<ExpandedKeys> {
  const { cipherKey, iv, macKey } = await getMediaKeys(mediaKey, type)
  if (!macKey) throw new Error('media: no MAC key')
  return { cipherKey: Buffer.from(cipherKey), iv: Buffer.from(iv), macKey: Buffer.from(macKey) }
}

function macOf({ macKey, iv }: ExpandedKeys, body: Buffer): Buffer {
  return createHmac('sha256', macKey).update(iv).update(body).digest().subarray(0, MAC_BYTES)
}
