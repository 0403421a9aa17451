import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { CompanyId } from '@balcao/domain/ids'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDiskFileStore } from './disk-file-store'
import type { FileStore } from './file-store'
import * as samples from './sample-files.fixture'

const company = 7 as CompanyId // branded: tests name ids themselves
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
  it('GEN-23 a file lies under a random name in its own company folder', async () => {
    const bytes = await samples.jpeg()

    const stored = await store.put(company, bytes, anySize)
    const again = await store.put(company, bytes, anySize)

    const [, name = ''] = /^7\/([0-9a-f]{32})\.jpg$/.exec(stored.key) ?? []
    expect(await readFile(join(folder, '7', name.slice(0, 2), `${name}.jpg`))).toEqual(bytes)
    expect(stored.sizeBytes).toBe(bytes.length)
    expect(stored.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    expect(again.key).not.toBe(stored.key)
  })

  it('what was put in parts is opened whole, in part, and gone once removed', async () => {
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

  it('a duplicate is the same bytes under a key of its own, and outlives the first', async () => {
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

  it('a duplicate of an old file is new to a sweep, and takes no more room on the disk', async () => {
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
    'nothing is duplicated of what is not stored: %j',
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

  it('C3 a file over the limit of its kind is refused at the limit, and leaves nothing', async () => {
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

  it('C3 an empty file is refused, and leaves nothing', async () => {
    await expect(store.put(company, Buffer.alloc(0), anySize)).rejects.toMatchObject({
      code: 'ERR_UPLOAD_EMPTY',
    })

    expect(await everyFile()).toEqual([])
  })

  it('a full disk refuses new files and leaves the old ones', async () => {
    const old = await store.put(company, samples.pdf, anySize)
    const full = await openDiskFileStore({ folder, reserveBytes: 1_000, freeBytes: async () => 999 })

    const put = full.put(company, samples.pdf, anySize)

    await expect(put).rejects.toMatchObject({ code: 'ERR_STORAGE_FULL' })
    expect(await full.open(old.key)).not.toBeNull()
  })

  it('a disk that fills up while a file is written refuses it, and leaves nothing', async () => {
    async function* filling() {
      yield samples.pdf
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    }

    const put = store.put(company, filling(), anySize)

    await expect(put).rejects.toMatchObject({ code: 'ERR_STORAGE_FULL' })
    expect(await everyFile()).toEqual([])
  })

  it('a source that breaks off leaves nothing, and its error is told', async () => {
    async function* broken() {
      yield samples.pdf
      throw new Error('the sender hung up')
    }

    await expect(store.put(company, broken(), anySize)).rejects.toThrow('the sender hung up')

    expect(await everyFile()).toEqual([])
  })

  it('a new start throws away what a dead process left half', async () => {
    await writeFile(join(folder, '.incoming', 'half'), 'half')

    await openDiskFileStore({ folder, reserveBytes: 0 })

    expect(await everyFile()).toEqual([])
  })
})
