import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CompanyId } from '@balcao/domain/ids'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type DiskFileStoreSettings, openDiskFileStore } from './disk-file-store'
import type { FileStore } from './file-store'
import {
  bufferOfMegabytes,
  contentInParts,
  contentWithDelayedRest,
  testFileStoreContract,
} from './file-store-contract.fixture'
import * as samples from './sample-files.fixture'
import { openTestDiskStore } from './stores.fixture'

const company = 7 as CompanyId // tests choose the ids
const anySize = () => Number.MAX_SAFE_INTEGER

testFileStoreContract('on the disk', openTestDiskStore)

let folder: string
let store: FileStore
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balcao files '))
  store = await openDiskFileStore({ folder, reserveBytes: 0 })
})
afterEach(() => rm(folder, { recursive: true }))

const everyFile = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())

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

  it('a disk that fills up during a write refuses the file and deletes its part', async () => {
    async function* filling() {
      yield samples.pdf
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    }

    const put = store.put(company, filling(), anySize)

    await expect(put).rejects.toMatchObject({ code: 'ERR_STORAGE_FULL' })
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
function diskOf(megabytes: number): DiskFileStoreSettings {
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
describe('space reserved for running uploads', () => {
  it('concurrent uploads cannot fill the disk: each reserves its announced size', async () => {
    const disk = await openDiskFileStore(diskOf(10))
    const upload = contentWithDelayedRest(bufferOfMegabytes(1), bufferOfMegabytes(4))
    const first = disk.put(company, upload.content, anySize, { announcedBytes: 5 << 20 })
    await upload.begun

    const second = disk.put(company, contentInParts(bufferOfMegabytes(5), 1 << 20), anySize, {
      announcedBytes: 5 << 20,
    })

    await expect(second).rejects.toMatchObject({ code: 'ERR_STORAGE_FULL' })
    await expect(disk.put(company, bufferOfMegabytes(3), anySize)).resolves.toMatchObject({
      sizeBytes: 3 << 20,
    })
    upload.goOn()
    await expect(first).resolves.toMatchObject({ sizeBytes: 5 << 20 })
  })

  it('announced files of a company reserve a quarter of the free space, or one file alone', async () => {
    const disk = await openDiskFileStore(diskOf(41))
    const stalled = contentWithDelayedRest(bufferOfMegabytes(1), bufferOfMegabytes(8))
    const first = disk.put(company, stalled.content, anySize, { announcedBytes: 9 << 20 })
    await stalled.begun
    const upload = (of: CompanyId, size: number) =>
      disk.put(of, contentInParts(bufferOfMegabytes(size), 1 << 20), anySize, { announcedBytes: size << 20 })

    await expect(upload(company, 3)).rejects.toMatchObject({ code: 'ERR_TOO_MANY_UPLOADS' })
    await expect(upload(8 as CompanyId, 20)).resolves.toMatchObject({ sizeBytes: 20 << 20 })
    stalled.goOn()
    await first
    await expect(upload(company, 5)).resolves.toMatchObject({ sizeBytes: 5 << 20 })
  })

  it('a file larger than announced reserves more in steps, and is refused at the limit', async () => {
    const disk = await openDiskFileStore(diskOf(4))

    const put = disk.put(company, contentInParts(bufferOfMegabytes(5), 1 << 18), anySize, {
      announcedBytes: 10,
    })

    await expect(put).rejects.toMatchObject({ code: 'ERR_STORAGE_FULL' })
    expect(await everyFile()).toEqual([])
    await expect(disk.put(company, bufferOfMegabytes(2), anySize)).resolves.toMatchObject({
      sizeBytes: 2 << 20,
    })
  })

  it('an upload that breaks off frees its reservation', async () => {
    const disk = await openDiskFileStore(diskOf(10))
    async function* broken() {
      yield bufferOfMegabytes(1)
      throw new Error('the sender hung up')
    }

    await expect(disk.put(company, broken(), anySize, { announcedBytes: 8 << 20 })).rejects.toThrow()

    await expect(disk.put(company, bufferOfMegabytes(8), anySize)).resolves.toMatchObject({
      sizeBytes: 8 << 20,
    })
  })
})

it('shared bytes count once in the sum of a company, until their last name is removed', async () => {
  const { key } = await store.put(company, bufferOfMegabytes(6), anySize)

  const copies = await Promise.all([store.duplicate(key), store.duplicate(key)])
  expect(await store.usedBytes(company)).toBe(6 << 20)

  await store.remove(key)
  for (const copy of copies.slice(1)) await store.remove(copy)
  expect(await store.usedBytes(company)).toBe(6 << 20)

  for (const copy of copies) await store.remove(copy)
  expect(await store.usedBytes(company)).toBe(0)
})
