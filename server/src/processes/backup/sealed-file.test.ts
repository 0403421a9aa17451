import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEncryptedBackupFile, openEncryptedBackupFile } from './sealed-file'

const passphrase = 'a passphrase of the tests'
const facts = { product: '0.2.0', at: '2026-11-20T03:00:00.000Z', migrations: ['0001-baseline.sql'] }
const cheap = { N: 16, r: 8, p: 1 }
const rows = Buffer.from('one row\tof many\n'.repeat(100_000))
const picture = randomBytes(2_500_000)

let folder: string
let path: string
let whole: Buffer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balcao sealed '))
  path = join(folder, 'a.backup')
  const file = await createEncryptedBackupFile(path, passphrase, facts, cheap)
  await file.write(rows, true)
  await file.write(picture, false)
  await file.finish()
  whole = await readFile(path)
})
afterAll(() => rm(folder, { recursive: true }))

async function contentOf(file: string, given = passphrase): Promise<Buffer> {
  const opened = await openEncryptedBackupFile(file, given)
  const chunks: Buffer[] = []
  try {
    for await (const chunk of opened.chunks()) chunks.push(chunk)
  } finally {
    await opened.close()
  }
  return Buffer.concat(chunks)
}

/** Reads other bytes in place of the file. */
async function reading(bytes: Uint8Array): Promise<Buffer> {
  const other = join(folder, 'other.backup')
  await writeFile(other, bytes)
  return contentOf(other)
}

/** Where each chunk begins, and the end. */
function chunkPlaces(): number[] {
  const places = [16 + 4 + whole.readUInt32BE(16) + 32]
  for (let at = places[0] ?? 0; at < whole.length; places.push(at))
    at += 4 + (whole.readUInt32BE(at) & 0x7fff_ffff) + 16
  return places
}

describe('a sealed file', () => {
  it('gives back what was written, and its facts', async () => {
    const opened = await openEncryptedBackupFile(path, passphrase)
    await opened.close()

    expect(opened.facts).toEqual(facts)
    expect((await contentOf(path)).equals(Buffer.concat([rows, picture]))).toBe(true)
    expect(whole.length).toBeLessThan(picture.length + 200_000) // rows are compressed
    expect(chunkPlaces().length).toBeGreaterThan(4)
  })

  it('shows neither content nor passphrase', () => {
    expect(whole.includes('one row')).toBe(false)
    expect(whole.includes(passphrase)).toBe(false)
  })

  it('is refused when it is cut off, wherever that is', async () => {
    const [first = 0, second = 0] = chunkPlaces()
    const last = chunkPlaces().at(-2) ?? 0
    const cuts = [
      17,
      30,
      first - 10,
      first,
      first + 2,
      first + 10,
      second - 8,
      second,
      last,
      last + 3,
      whole.length - 1,
    ]

    for (const cut of cuts)
      await expect(reading(whole.subarray(0, cut))).rejects.toThrow(
        `is cut off at byte ${cut}: its end is missing.`,
      )
  })

  it('is refused when a bit is changed, wherever that is', async () => {
    const [first = 0, second = 0] = chunkPlaces()
    // Header, MAC of the header, length, content and tag of a chunk, and the last byte.
    for (const at of [25, first - 5, first + 3, first + 40, second - 3, second + 100, whole.length - 1]) {
      const changed = Buffer.from(whole)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      await expect(reading(changed), `byte ${at}`).rejects.toThrow(
        /is altered: what follows byte \d+|is cut off/,
      )
    }
  })

  it('is refused when chunks are swapped, left out or repeated', async () => {
    const [first = 0, second = 0, third = 0] = chunkPlaces()
    const one = whole.subarray(first, second)
    const two = whole.subarray(second, third)
    const others = [[two, one], [two], [one, one, two]]

    for (const chunks of others)
      await expect(
        reading(Buffer.concat([whole.subarray(0, first), ...chunks, whole.subarray(third)])),
      ).rejects.toThrow(`is altered: what follows byte`)
  })

  it('is refused when something follows its end', async () => {
    await expect(reading(Buffer.concat([whole, Buffer.of(1)]))).rejects.toThrow(
      `is altered: what follows byte ${whole.length}`,
    )
  })

  it('is refused with another passphrase', async () => {
    await expect(contentOf(path, 'another passphrase')).rejects.toThrow(
      `The passphrase is not the one with which ${path} was made.`,
    )
  })

  it('is refused when it is something else, or missing', async () => {
    await expect(reading(Buffer.from('PK and so on, a zip archive'))).rejects.toThrow('is no backup')
    await expect(reading(Buffer.alloc(0))).rejects.toThrow('is no backup')
    await expect(contentOf(join(folder, 'nothing'))).rejects.toThrow('cannot be read (ENOENT)')
  })

  it('does not take all memory for a hostile header', async () => {
    const header = Buffer.from(
      JSON.stringify({
        ...facts,
        salt: '0'.repeat(32),
        keyCheck: '0'.repeat(32),
        cost: { N: 2 ** 30, r: 8, p: 1 },
      }),
    )
    const length = Buffer.alloc(4)
    length.writeUInt32BE(header.length)

    await expect(
      reading(Buffer.concat([whole.subarray(0, 16), length, header, Buffer.alloc(64)])),
    ).rejects.toThrow('is altered')
  })

  it('has no name until it is finished, and leaves nothing when it is discarded', async () => {
    const other = join(folder, 'unfinished.backup')
    const file = await createEncryptedBackupFile(other, passphrase, facts, cheap)
    await file.write(picture, false)
    const during = await readdir(folder)
    await file.discard()

    expect(during).not.toContain('unfinished.backup')
    expect((await readdir(folder)).filter((name) => name.startsWith('unfinished'))).toEqual([])
  })
})
