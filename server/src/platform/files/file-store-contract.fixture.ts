import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { CompanyId } from '@balcao/domain/ids'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FileKey, FileStore, MovableFileStore } from './file-store'
import { companyFilePartOf } from './file-store'
import * as samples from './sample-files.fixture'
import type { OpenTestFileStore, TestFileStore } from './stores.fixture'

// the casts add the type's brand; 7 is a prefix of 70, to test that a store does not mix up their files
const [company, other] = [7 as CompanyId, 70 as CompanyId]
const anySize = () => Number.MAX_SAFE_INTEGER
const farFuture = new Date('2100-01-01T00:00:00Z')
/** Larger than two parts of a multipart upload, so that an upload has at least three. */
const largeBytes = 17 << 20

/** Declares the tests that every implementation of a file store must pass. */
export function testFileStoreContract(name: string, openStore: OpenTestFileStore): void {
  let opened: TestFileStore
  let store: FileStore & MovableFileStore
  beforeEach(async () => {
    opened = await openStore()
    store = opened.store
  })
  afterEach(() => opened.close())

  const bytesOf = async (key: string) => {
    const file = await store.open(key)
    return file && (await buffer(file.stream()))
  }
  const keysIn = async (from: FileStore & MovableFileStore) => {
    const keys: FileKey[] = []
    for await (const { key } of from.files()) keys.push(key)
    return keys.sort()
  }

  describe(`files of companies ${name}`, () => {
    it('a file gets a random key of its company, by its content', async () => {
      const bytes = await samples.jpeg()

      const stored = await store.put(company, bytes, anySize)
      const again = await store.put(company, bytes, anySize)

      expect(stored.key).toMatch(/^7\/[0-9a-f]{32}\.jpg$/)
      expect(stored.sizeBytes).toBe(bytes.length)
      expect(stored.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
      expect(again.key).not.toBe(stored.key)
    })

    it('a file written in parts opens whole and in part, and is gone after its removal', async () => {
      const bytes = Buffer.concat([samples.pdf, Buffer.alloc(20_000, 'x')])

      const { key } = await store.put(company, contentInParts(bytes, 1_000), anySize)
      const file = await store.open(key)
      const whole = await bytesOf(key)
      const part = file && (await buffer(file.stream({ start: 1, end: 4 })))
      await store.remove(key)
      await store.remove(key)

      expect(file?.sizeBytes).toBe(bytes.length)
      expect(whole).toEqual(bytes)
      expect(part?.toString()).toBe('PDF-')
      expect(await store.open(key)).toBeNull()
    })

    it('a large file opens whole, and in a part from its middle', async () => {
      const bytes = randomBytes(largeBytes)

      const stored = await store.put(company, contentInParts(bytes, 1 << 20), anySize)
      const file = await store.open(stored.key)
      const middle = { start: (8 << 20) - 10, end: (8 << 20) + 10 }
      const part = file && (await buffer(file.stream(middle)))

      expect(stored.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
      expect(part).toEqual(bytes.subarray(middle.start, middle.end + 1))
      expect((await bytesOf(stored.key))?.equals(bytes)).toBe(true)
    })

    it('a stream that is destroyed ends at once, also before its first byte', async () => {
      const { key } = await store.put(company, randomBytes(1 << 20), anySize)
      const file = await store.open(key)

      const unread = file?.stream()
      unread?.destroy()
      const begun = file?.stream()
      for await (const _part of begun ?? []) break

      expect([unread?.destroyed, begun?.destroyed]).toEqual([true, true])
    })

    it('a duplicate has the same bytes under its own key, and survives the removal of the first', async () => {
      const bytes = await samples.jpeg()
      const { key } = await store.put(company, bytes, anySize)

      const second = await store.duplicate(key)
      await store.remove(key)

      expect(second).toMatch(/^7\/[0-9a-f]{32}\.jpg$/)
      expect(second).not.toBe(key)
      expect(await store.open(key)).toBeNull()
      expect(await bytesOf(second)).toEqual(bytes)
    })

    it.each(['7/00000000000000000000000000000000.jpg', '../secret', ''])(
      'duplicating a missing file fails: %j',
      async (key) => {
        await expect(store.duplicate(key)).rejects.toThrow()
        expect(await opened.everything()).toEqual([])
      },
    )

    it.each([
      '',
      '7',
      '../7/0123456789abcdef0123456789abcdef.jpg',
      '7/../../etc/passwd',
      '/etc/passwd',
      'a/b.c',
      '7/0123456789abcdef0123456789abcdef.jpg',
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
      expect(await opened.everything()).toEqual([])
    })

    it('C3 an empty file is refused and deleted', async () => {
      await expect(store.put(company, Buffer.alloc(0), anySize)).rejects.toMatchObject({
        code: 'ERR_UPLOAD_EMPTY',
      })

      expect(await opened.everything()).toEqual([])
    })

    it('a source that breaks off leaves no file, and its error is thrown', async () => {
      async function* broken() {
        yield samples.pdf
        throw new Error('the sender hung up')
      }

      await expect(store.put(company, broken(), anySize)).rejects.toThrow('the sender hung up')

      expect(await opened.everything()).toEqual([])
    })

    it('a full disk refuses new files and keeps the old ones', async () => {
      const old = await store.put(company, samples.pdf, anySize)
      const full = await opened.again({ reserveBytes: 1_000, freeBytes: async () => 999 })

      const put = full.put(company, samples.pdf, anySize)

      await expect(put).rejects.toMatchObject({ code: 'ERR_STORAGE_FULL' })
      expect(await full.open(old.key)).not.toBeNull()
    })

    it('lists companies, and the files of each part before a time', async () => {
      const files = await Promise.all(
        [company, company, other].map((each) => store.put(each, samples.pdf, anySize)),
      )
      const [first = '7/', , foreign = '70/'] = files.map(({ key }) => key)

      expect((await store.companies()).toSorted()).toEqual([company, other])
      expect(await store.part(company, companyFilePartOf(first as FileKey), farFuture)).toContain(first)
      expect(await store.part(company, companyFilePartOf(first as FileKey), new Date(0))).toEqual([])
      expect(await store.part(company, companyFilePartOf(foreign as FileKey), farFuture)).not.toContain(
        foreign,
      )
    })

    it('removes all files of a company, and no other one', async () => {
      const mine = await Promise.all(
        Array.from({ length: 20 }, () => store.put(company, samples.pdf, anySize)),
      )
      const foreign = await store.put(other, samples.pdf, anySize)

      await store.removeCompany(company)
      await store.removeCompany(company)

      expect(mine).toHaveLength(20)
      expect(await keysIn(store)).toEqual([foreign.key])
      expect(await store.usedBytes(company)).toBe(0)
    })

    it('moves a file to another store under its key', async () => {
      const { key } = await store.put(company, contentInParts(randomBytes(9 << 20), 1 << 20), anySize)
      const target = await openStore()
      const file = await store.open(key)
      if (file === null) throw new Error('stored above')

      await target.store.copyIn(key, file)
      await target.store.copyIn(key, file)
      const copy = await target.store.open(key)

      expect(await keysIn(target.store)).toEqual([key])
      expect(copy && (await buffer(copy.stream())).equals(await buffer(file.stream()))).toBe(true)
      await target.close()
    })

    it('keeps files when it removes what is left of others', async () => {
      const { key } = await store.put(company, samples.pdf, anySize)

      await store.removeAbandoned(farFuture)

      expect(await bytesOf(key)).toEqual(samples.pdf)
    })
  })

  describe(`the quota of a company ${name}`, () => {
    const withQuota = () => opened.again({ quotaBytesOf: async (id) => (id === company ? 10 << 20 : null) })

    it('refuses files beyond the quota, running uploads included, for this company only', async () => {
      const limited = await withQuota()
      await limited.put(company, bufferOfMegabytes(4), anySize)
      const upload = contentWithDelayedRest(bufferOfMegabytes(1), bufferOfMegabytes(3))
      const waiting = limited.put(company, upload.content, anySize, { announcedBytes: 4 << 20 })
      await upload.begun

      await expect(limited.put(company, bufferOfMegabytes(3), anySize)).rejects.toMatchObject({
        code: 'ERR_COMPANY_STORAGE_FULL',
      })
      await expect(limited.put(other, bufferOfMegabytes(20), anySize)).resolves.toBeDefined()
      upload.goOn()
      await waiting
      expect([await limited.usedBytes(company), await limited.usedBytes(other)]).toEqual([8 << 20, 20 << 20])
    })

    it('is freed when files are removed', async () => {
      const limited = await withQuota()
      const { key } = await limited.put(company, bufferOfMegabytes(6), anySize)
      const full = limited.put(company, bufferOfMegabytes(6), anySize)
      await expect(full).rejects.toMatchObject({ code: 'ERR_COMPANY_STORAGE_FULL' })

      await limited.remove(key)
      await limited.remove(key)

      expect(await limited.usedBytes(company)).toBe(0)
      await expect(limited.put(company, bufferOfMegabytes(6), anySize)).resolves.toBeDefined()
    })

    it('includes files of an earlier process, also while files are added and removed', async () => {
      const kept = await Promise.all(
        Array.from({ length: 30 }, () => store.put(company, samples.pdf, anySize)),
      )
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

      await limited.put(company, bufferOfMegabytes(12), anySize, { isOwed: true })

      expect(await limited.usedBytes(company)).toBe(12 << 20)
      await limited.removeCompany(company)
      expect(await limited.usedBytes(company)).toBe(0)
    })

    it('counts files of other processes after a while, and serves the old sum meanwhile', async () => {
      const shared = await opened.again({ recountAfterMs: -1 })
      await shared.put(company, samples.pdf, anySize)
      expect(await shared.usedBytes(company)).toBe(samples.pdf.length)

      await store.put(company, samples.pdf, anySize)

      expect(await shared.usedBytes(company)).toBe(samples.pdf.length)
      await expect.poll(() => shared.usedBytes(company)).toBe(2 * samples.pdf.length)
    })
  })
}

export async function* contentInParts(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

export const bufferOfMegabytes = (count: number) => Buffer.alloc(count << 20, 'x')

/** Yields the first part, and the rest when the test releases it. */
export function contentWithDelayedRest(first: Buffer, rest: Buffer) {
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
