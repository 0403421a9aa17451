import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { CompanyId } from '@balcao/domain/ids'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type DiskSettings, openDiskFileStore } from './disk-file-store'
import type { FileStore } from './file-store'
import * as samples from './sample-files.fixture'

const company = 7 as CompanyId // tests choose the ids
const anySize = () => Number.MAX_SAFE_INTEGER

let folder: string
let store: FileStore
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balcao files '))
  store = await openDiskFileStore({ folder, reserveBytes: 0 })
})
afterEach(() => rm(folder, { recursive: true }))

const everyFile = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())

async function* inParts(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

describe('files of companies on the disk', () => {
  it('GEN-23 a file has a random name in the folder of its company', async () => {
    const bytes = await samples.jpeg()

    const stored = await store.put(company, bytes, anySize)
    const again = await store.put(company, bytes, anySize)

    const [, name = ''] = /^7\/([0-9a-f]{32})\.jpg$/.exec(stored.key) ?? []
    expect(await readFile(join(folder, '7', name.slice(0, 2), `${name}.jpg`))).toEqual(bytes)
    expect(stored.sizeBytes).toBe(bytes.length)
    expect(stored.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    expect(again.key).not.toBe(stored.key)
  })

  it('a file written in parts opens whole and in part, and is gone after its removal', async () => {
    const bytes = Buffer.concat([samples.pdf, Buffer.alloc(20_000, 'x')])

    const { key } = await store.put(company, inParts(bytes, 1_000), anySize)
    const opened = await store.open(key)
    const whole = opened && (await buffer(opened.stream()))
    const part = opened && (await buffer(opened.stream({ start: 1, end: 4 })))
    await store.remove(key)
    await store.remove(key)

    expect(whole).toEqual(bytes)
    expect(part?.toString()).toBe('PDF-')
    expect(await store.open(key)).toBeNull()
  })

  it('a duplicate has the same bytes under its own key, and survives the removal of the first', async () => {
    const bytes = await samples.jpeg()
    const { key } = await store.put(company, bytes, anySize)

    const second = await store.duplicate(key)
    await store.remove(key)
    const opened = await store.open(second)

    expect(second).toMatch(/^7\/[0-9a-f]{32}\.jpg$/)
    expect(second).not.toBe(key)
    expect(await store.open(key)).toBeNull()
    expect(opened && (await buffer(opened.stream()))).toEqual(bytes)
  })

  it('a duplicate of an old file is new to a sweep, and takes no more disk space', async () => {
    const { key } = await store.put(company, await samples.jpeg(), anySize)
    const longAgo = new Date('2020-01-01T00:00:00Z')
    const pathOf = (name: string) => join(folder, '7', name.slice(2, 4), name.slice(2))
    await utimes(pathOf(key), longAgo, longAgo)

    const second = await store.duplicate(key)
    const swept = await store.part(company, Number.parseInt(second.slice(2, 4), 16), new Date('2021-01-01'))

    expect(swept).toEqual([])
    expect((await stat(pathOf(second))).ino).toBe((await stat(pathOf(key))).ino)
  })

  it.each(['7/00000000000000000000000000000000.jpg', '../secret', ''])(
    'duplicating a missing file fails: %j',
    async (key) => {
      await expect(store.duplicate(key)).rejects.toThrow()
      expect(await everyFile()).toEqual([])
    },
  )

  it.each([
    '',
    '7',
    '../7/0123456789abcdef0123456789abcdef.jpg',
    '7/../../etc/passwd',
    '/etc/passwd',
    'a/b.c',
  ])('GEN-23 the key %j opens nothing and removes nothing', async (key) => {
    await expect(store.remove(key)).resolves.toBeUndefined()
    expect(await store.open(key)).toBeNull()
  })

  it('C3 a file over the limit of its kind is refused at the limit and deleted', async () => {
    let taken = 0
    async function* endless() {
      yield await samples.png()
      for (;;) {
        taken += 10_000
        yield Buffer.alloc(10_000)
      }
    }

    const put = store.put(company, endless(), (kind) => (kind === 'image' ? 1 << 20 : 100))

    await expect(put).rejects.toMatchObject({
      code: 'ERR_UPLOAD_TOO_LARGE',
      data: { kind: 'image', limitMegabytes: 1 },
    })
    expect(taken).toBeLessThan((1 << 20) + 20_000)
    expect(await everyFile()).toEqual([])
  })

  it('C3 an empty file is refused and deleted', async () => {
    await expect(store.put(company, Buffer.alloc(0), anySize)).rejects.toMatchObject({
      code: 'ERR_UPLOAD_EMPTY',
    })

    expect(await everyFile()).toEqual([])
  })

  it('a full disk refuses new files and keeps the old ones', async () => {
    const old = await store.put(company, samples.pdf, anySize)
    const full = await openDiskFileStore({ folder, reserveBytes: 1_000, freeBytes: async () => 999 })

    const put = full.put(company, samples.pdf, anySize)

    await expect(put).rejects.toMatchObject({ code: 'ERR_STORAGE_FULL' })
    expect(await full.open(old.key)).not.toBeNull()
  })

  it('a disk that fills up during a write refuses the file and deletes its part', async () => {
    async function* filling() {
      yield samples.pdf
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    }

    const put = store.put(company, filling(), anySize)

    await expect(put).rejects.toMatchObject({ code: 'ERR_STORAGE_FULL' })
    expect(await everyFile()).toEqual([])
  })

  it('a source that breaks off leaves no file, and its error is thrown', async () => {
    async function* broken() {
      yield samples.pdf
      throw new Error('the sender hung up')
    }

    await expect(store.put(company, broken(), anySize)).rejects.toThrow('the sender hung up')

    expect(await everyFile()).toEqual([])
  })

  it('a start deletes the partial files of a dead process', async () => {
    const half = join(folder, '.incoming', 'half')
    await writeFile(half, 'half')
    await utimes(half, new Date(0), new Date(0))

    await openDiskFileStore({ folder, reserveBytes: 0 })

    expect(await everyFile()).toEqual([])
  })
})

/** A disk of this size with 1 MB of reserve, on which the stored files take space. */
function diskOf(megabytes: number): DiskSettings {
  return {
    folder,
    reserveBytes: 1 << 20,
    freeBytes: async () => (megabytes << 20) - (await sizesOf(await everyFile())),
  }
}
const sizesOf = async (files: Awaited<ReturnType<typeof everyFile>>) => {
  const sizes = await Promise.all(
    files.map((file) => stat(join(file.parentPath, file.name)).catch(() => null)),
  )
  return sizes.reduce((sum, file) => sum + (file?.size ?? 0), 0)
}
const megabytes = (count: number) => Buffer.alloc(count << 20, 'x')

/** Yields the first part, and the rest when the test releases it. */
function slow(first: Buffer, rest: Buffer) {
  const begun = signal()
  const goOn = signal()
  async function* content() {
    yield first
    begun.give()
    await goOn.given
    yield rest
  }
  return { content: content(), begun: begun.given, goOn: goOn.give }
}
function signal() {
  let give = () => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { give, given }
}

describe('space reserved for running uploads', () => {
  it('concurrent uploads cannot fill the disk: each reserves its announced size', async () => {
    const disk = await openDiskFileStore(diskOf(10))
    const upload = slow(megabytes(1), megabytes(4))
    const first = disk.put(company, upload.content, anySize, { announcedBytes: 5 << 20 })
    await upload.begun

    const second = disk.put(company, inParts(megabytes(5), 1 << 20), anySize, { announcedBytes: 5 << 20 })

    await expect(second).rejects.toMatchObject({ code: 'ERR_STORAGE_FULL' })
    await expect(disk.put(company, megabytes(3), anySize)).resolves.toMatchObject({ sizeBytes: 3 << 20 })
    upload.goOn()
    await expect(first).resolves.toMatchObject({ sizeBytes: 5 << 20 })
  })

  it('announced files of a company reserve a quarter of the free space, or one file alone', async () => {
    const disk = await openDiskFileStore(diskOf(41))
    const stalled = slow(megabytes(1), megabytes(8))
    const first = disk.put(company, stalled.content, anySize, { announcedBytes: 9 << 20 })
    await stalled.begun
    const upload = (of: CompanyId, size: number) =>
      disk.put(of, inParts(megabytes(size), 1 << 20), anySize, { announcedBytes: size << 20 })

    await expect(upload(company, 3)).rejects.toMatchObject({ code: 'ERR_TOO_MANY_UPLOADS' })
    await expect(upload(8 as CompanyId, 20)).resolves.toMatchObject({ sizeBytes: 20 << 20 })
    stalled.goOn()
    await first
    await expect(upload(company, 5)).resolves.toMatchObject({ sizeBytes: 5 << 20 })
  })

  it('a file larger than announced reserves more in steps, and is refused at the limit', async () => {
    const disk = await openDiskFileStore(diskOf(4))

    const put = disk.put(company, inParts(megabytes(5), 1 << 18), anySize, { announcedBytes: 10 })

    await expect(put).rejects.toMatchObject({ code: 'ERR_STORAGE_FULL' })
    expect(await everyFile()).toEqual([])
    await expect(disk.put(company, megabytes(2), anySize)).resolves.toMatchObject({ sizeBytes: 2 << 20 })
  })

  it('an upload that breaks off frees its reservation', async () => {
    const disk = await openDiskFileStore(diskOf(10))
    async function* broken() {
      yield megabytes(1)
      throw new Error('the sender hung up')
    }

    await expect(disk.put(company, broken(), anySize, { announcedBytes: 8 << 20 })).rejects.toThrow()

    await expect(disk.put(company, megabytes(8), anySize)).resolves.toMatchObject({ sizeBytes: 8 << 20 })
  })
})

describe('the quota of a company', () => {
  const other = 8 as CompanyId
  const quota = { quotaBytesOf: async (id: CompanyId) => (id === company ? 10 << 20 : null) }
  const withQuota = () => openDiskFileStore({ folder, reserveBytes: 0, ...quota })

  it('refuses files beyond the quota, running uploads included, for this company only', async () => {
    const limited = await withQuota()
    await limited.put(company, megabytes(4), anySize)
    const upload = slow(megabytes(1), megabytes(3))
    const waiting = limited.put(company, upload.content, anySize, { announcedBytes: 4 << 20 })
    await upload.begun

    await expect(limited.put(company, megabytes(3), anySize)).rejects.toMatchObject({
      code: 'ERR_COMPANY_STORAGE_FULL',
    })
    await expect(limited.put(other, megabytes(20), anySize)).resolves.toBeDefined()
    upload.goOn()
    await waiting
    expect([await limited.usedBytes(company), await limited.usedBytes(other)]).toEqual([8 << 20, 20 << 20])
  })

  it('is freed when files are removed, and counts shared bytes once', async () => {
    const limited = await withQuota()
    const { key } = await limited.put(company, megabytes(6), anySize)

    const copies = await Promise.all([limited.duplicate(key), limited.duplicate(key)])
    expect(await limited.usedBytes(company)).toBe(6 << 20)

    await limited.remove(key)
    for (const copy of copies.slice(1)) await limited.remove(copy)
    expect(await limited.usedBytes(company)).toBe(6 << 20)
    await expect(limited.put(company, megabytes(6), anySize)).rejects.toMatchObject({
      code: 'ERR_COMPANY_STORAGE_FULL',
    })

    for (const copy of copies) await limited.remove(copy)
    expect(await limited.usedBytes(company)).toBe(0)
    await expect(limited.put(company, megabytes(6), anySize)).resolves.toBeDefined()
  })

  it('includes files of an earlier process, also while files are added and removed', async () => {
    const kept = await Promise.all(Array.from({ length: 30 }, () => store.put(company, samples.pdf, anySize)))
    await store.duplicate(kept[0]?.key ?? '')
    const limited = await withQuota()

    expect(limited.knownBytes(company)).toBeNull()
    const [used] = await Promise.all([
      limited.usedBytes(company),
      ...kept.slice(1, 11).map(({ key }) => limited.remove(key)),
      limited.put(company, samples.pdf, anySize),
    ])

    expect(used).toBeGreaterThan(0)
    expect(limited.knownBytes(company)).toBe(21 * samples.pdf.length)
  })

  it('never refuses a file that the company must get, and counts it', async () => {
    const limited = await withQuota()

    await limited.put(company, megabytes(12), anySize, { isOwed: true })

    expect(await limited.usedBytes(company)).toBe(12 << 20)
    await limited.removeCompany(company)
    expect(await limited.usedBytes(company)).toBe(0)
  })
})
