import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { z } from 'zod'
import { StartUpProblem, systemOrDatabaseErrorCode } from '../../platform/fatal'
import { fsyncPath } from '../sync-path'

/**
 * The first bytes of a backup file, which is encrypted in chunks with a passphrase (format: docs/backup.md).
 * AES-256-GCM encrypts each chunk with a counter as its nonce, and marks the last one. So a changed, missing,
 * reordered or truncated chunk is detected.
 */

const magic = Buffer.from('BALCAO-BACKUP-1\n', 'latin1')
const unfinishedSuffix = '.unfinished'
const chunkBytes = 1 << 20
const tagBytes = 16
const macBytes = 32
const largestHeader = 1 << 20
const lastChunk = 0x8000_0000
/** The first byte of a chunk's content: this one means "not compressed". */
const asItIs = 0
const deflated = 1
const compress = promisify(deflateRaw)
const decompress = promisify(inflateRaw)

export interface ScryptCost {
  readonly N: number
  readonly r: number
  readonly p: number
}
/** scrypt takes 128 MB and a third of a second, so that guessing passphrases is expensive. */
const usualCost: ScryptCost = { N: 2 ** 17, r: 8, p: 1 }
/** The highest cost parameter that is accepted: a forged header could demand any amount of memory from scrypt. */
const highestCost = 2 ** 20

/** The content of a backup file's header. It is authenticated but not encrypted, so it needs no passphrase to read. */
const factsSchema = z.object({
  product: z.string(),
  /** The instant of the snapshot: everything that was committed before is included. */
  at: z.iso.datetime(),
  migrations: z.array(z.string()),
})
export type BackupHeader = z.output<typeof factsSchema>

const headerSchema = factsSchema.extend({
  salt: z.string().regex(/^[0-9a-f]{32}$/),
  cost: z.object({ N: z.number().int(), r: z.number().int(), p: z.number().int() }),
  /** A value derived from the key. It shows whether the passphrase is wrong or the header was changed. */
  keyCheck: z.string().regex(/^[0-9a-f]{32}$/),
})

interface Keys {
  readonly chunks: Buffer
  readonly header: Buffer
  readonly check: string
}

async function keysOf(passphrase: string, salt: Buffer, { N, r, p }: ScryptCost): Promise<Keys> {
  const secret = await new Promise<Buffer>((resolve, reject) =>
    scrypt(passphrase.normalize('NFKC'), salt, 32, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    ),
  )
  const derived = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `balcao backup ${purpose}`, bytes))
  return {
    chunks: derived('chunks', 32),
    header: derived('header', 32),
    check: derived('check', 16).toString('hex'),
  }
}

function nonceOf(chunk: number): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(chunk), 4)
  return nonce
}

export interface EncryptedBackupWriter {
  /** `compressible` is true for text, such as rows. */
  write(bytes: Uint8Array, compressible: boolean): Promise<void>
  /** Writes the last chunk, syncs the file and gives it its final name. Returns its size. */
  finish(): Promise<number>
  discard(): Promise<void>
}

/** Creates a backup file. It has a temporary name until it is finished. */
export async function createEncryptedBackupFile(
  path: string,
  passphrase: string,
  facts: BackupHeader,
  cost = usualCost,
): Promise<EncryptedBackupWriter> {
  const salt = randomBytes(16)
  const keys = await keysOf(passphrase, salt, cost)
  const header = Buffer.from(
    JSON.stringify({ ...facts, salt: salt.toString('hex'), cost, keyCheck: keys.check }),
  )
  const start = Buffer.concat([magic, uint32(header.length), header])
  const mac = createHmac('sha256', keys.header).update(start).digest()
  const unfinished = `${path}${unfinishedSuffix}`
  const file = await open(unfinished, 'wx', 0o600)
  let sizeBytes = 0
  let chunks = 0
  let buffered: Uint8Array[] = []
  let bufferedBytes = 0
  let isText = false

  const append = async (bytes: Buffer) => {
    for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten
    sizeBytes += bytes.length
  }
  const seal = async (isLast: boolean) => {
    const plain = Buffer.concat(buffered)
    buffered = []
    bufferedBytes = 0
    const content = isText
      ? Buffer.concat([Buffer.of(deflated), await compress(plain, { level: 1 })])
      : Buffer.concat([Buffer.of(asItIs), plain])
    const prefix = uint32((content.length | (isLast ? lastChunk : 0)) >>> 0)
    const cipher = createCipheriv('aes-256-gcm', keys.chunks, nonceOf(chunks++))
    cipher.setAAD(Buffer.concat([mac, prefix]))
    const body = Buffer.concat([cipher.update(content), cipher.final()])
    await append(Buffer.concat([prefix, body, cipher.getAuthTag()]))
  }
  const discard = async () => {
    await file.close().catch(() => undefined) // the file may be closed already
    await rm(unfinished, { force: true })
  }

  try {
    await append(Buffer.concat([start, mac]))
  } catch (error) {
    await discard()
    throw error
  }
  return {
    async write(bytes, compressible) {
      if (compressible !== isText && bufferedBytes > 0) await seal(false)
      isText = compressible
      for (let at = 0; at < bytes.length; ) {
        const part = bytes.subarray(at, at + chunkBytes - bufferedBytes)
        buffered.push(part)
        bufferedBytes += part.length
        at += part.length
        if (bufferedBytes === chunkBytes) await seal(false)
      }
    },
    async finish() {
      await seal(true)
      await file.sync()
      await file.close()
      await rename(unfinished, path)
      await fsyncPath(dirname(path))
      return sizeBytes
    },
    discard,
  }
}

export interface EncryptedBackupReader {
  readonly facts: BackupHeader
  readonly sizeBytes: number
  readBytes(): number
  /** Yields the decrypted content in order. Throws StartUpProblem at the first fault. */
  chunks(): AsyncGenerator<Buffer>
  close(): Promise<void>
}

/** Opens a backup file. Throws StartUpProblem for another kind of file, a changed header or a wrong passphrase. */
export async function openEncryptedBackupFile(
  path: string,
  passphrase: string,
): Promise<EncryptedBackupReader> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw new StartUpProblem(`${path} cannot be read (${systemOrDatabaseErrorCode(error) ?? error}).`, {
      cause: error,
    })
  })
  try {
    return await readerOf(file, path, passphrase)
  } catch (error) {
    await file.close()
    throw error
  }
}

async function readerOf(file: FileHandle, path: string, passphrase: string): Promise<EncryptedBackupReader> {
  const { size: sizeBytes } = await file.stat()
  let at = 0
  const cutOff = () => new StartUpProblem(`${path} is cut off at byte ${sizeBytes}: its end is missing.`)
  const altered = (from: number) =>
    new StartUpProblem(`${path} is altered: what follows byte ${from} is not what was written.`)
  const read = async (bytes: number): Promise<Buffer> => {
    const buffer = Buffer.allocUnsafe(bytes)
    let filled = 0
    while (filled < bytes) {
      const { bytesRead } = await file.read(buffer, filled, bytes - filled, at + filled)
      if (bytesRead === 0) throw cutOff()
      filled += bytesRead
    }
    at += bytes
    return buffer
  }

  if (!(await read(Math.min(magic.length, sizeBytes))).equals(magic))
    throw new StartUpProblem(`${path} is no backup that this version of Balcão can read.`)
  const length = await read(4)
  const headerBytes = length.readUInt32BE()
  if (headerBytes > largestHeader) throw altered(magic.length)
  const text = await read(headerBytes)
  const mac = await read(macBytes)
  const header = headerSchema.safeParse(parsed(text)).data
  if (header === undefined || header.cost.N > highestCost || header.cost.r > 8 || header.cost.p > 4)
    throw altered(magic.length)
  const keys = await keysOf(passphrase, Buffer.from(header.salt, 'hex'), header.cost).catch(() => {
    throw altered(magic.length) // scrypt refuses the cost parameters of the header
  })
  if (keys.check !== header.keyCheck)
    throw new StartUpProblem(`The passphrase is not the one with which ${path} was made.`)
  const expected = createHmac('sha256', keys.header)
    .update(Buffer.concat([magic, length, text]))
    .digest()
  if (!timingSafeEqual(mac, expected)) throw altered(magic.length)

  return {
    facts: factsSchema.parse(header),
    sizeBytes,
    readBytes: () => at,
    close: () => file.close(),
    async *chunks() {
      for (let chunk = 0; ; chunk++) {
        const from = at
        const prefix = await read(4)
        const word = prefix.readUInt32BE()
        const bytes = word & ~lastChunk
        // A content that compression cannot shrink may exceed the chunk size by a few bytes.
        if (bytes === 0 || bytes > chunkBytes + 4_096) throw altered(from)
        const body = await read(bytes)
        const decipher = createDecipheriv('aes-256-gcm', keys.chunks, nonceOf(chunk), {
          authTagLength: tagBytes,
        })
        decipher.setAAD(Buffer.concat([mac, prefix])).setAuthTag(await read(tagBytes))
        const content = decrypted(() => Buffer.concat([decipher.update(body), decipher.final()]))
        if (content === null) throw altered(from)
        const rest = content.subarray(1)
        yield content[0] === deflated ? await decompress(rest, { maxOutputLength: chunkBytes }) : rest
        if ((word & lastChunk) === 0) continue
        if (at !== sizeBytes) throw altered(at)
        return
      }
    },
  }
}

/** Returns null if the chunk is not authentic: it was changed or moved, or has another key. */
function decrypted(decrypt: () => Buffer): Buffer | null {
  try {
    return decrypt()
  } catch {
    return null
  }
}

function parsed(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString())
  } catch {
    return undefined
  }
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
