import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { CompanyId } from '@balcao/domain/ids'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import type { FileKey, MovableFileStore, OpenedFile } from '../../platform/files/file-store'
import { openTestDiskStore, openTestS3Store, type TestFileStore } from '../../platform/files/stores.fixture'
import { type FileMoveParameters, type FileMoveProgress, moveFiles } from './move-files'
import { fileMoveProgressLine, parseMoveFilesCommand } from './move-order'

let disk: TestFileStore
let s3: TestFileStore
/** The hash of each file. */
let files: Map<FileKey, string>
let sumBytes: number
beforeEach(async () => {
  disk = await openTestDiskStore()
  s3 = await openTestS3Store()
  files = new Map()
  sumBytes = 0
  for (const company of [0, 7, 70] as CompanyId[]) // tests choose the ids
    for (const size of [10, 9 << 20]) {
      const { key, sha256 } = await disk.store.put(company, randomBytes(size), () => size)
      files.set(key, sha256)
      sumBytes += size
    }
})
afterEach(() => Promise.all([disk.close(), s3.close()]))

async function filesIn(store: MovableFileStore): Promise<Map<FileKey, string>> {
  const found = new Map<FileKey, string>()
  for await (const { key } of store.files()) {
    const bytes = await buffer((await opened(store, key)).stream())
    found.set(key, createHash('sha256').update(bytes).digest('hex'))
  }
  return found
}
async function opened(store: MovableFileStore, key: FileKey): Promise<OpenedFile> {
  const file = await store.open(key)
  if (file === null) throw new Error(`no ${key}`)
  return file
}
const sorted = (all: Map<FileKey, string>) => [...all].toSorted(([one], [other]) => (one < other ? -1 : 1))
const toBucket = (change: Partial<FileMoveParameters> = {}) =>
  moveFiles({ from: disk.store, to: s3.store, keepsSource: false, ...change })

describe('moving the files of an installation', () => {
  it('moves them to a bucket and back, under the same keys, with the same bytes', async () => {
    await toBucket()
    const inBucket = await filesIn(s3.store)
    const left = await filesIn(disk.store)
    await moveFiles({ from: s3.store, to: disk.store, keepsSource: false })

    expect(sorted(inBucket)).toEqual(sorted(files))
    expect(left.size).toBe(0)
    expect(sorted(await filesIn(disk.store))).toEqual(sorted(files))
    expect((await filesIn(s3.store)).size).toBe(0)
  })

  it('reports files and bytes, of all', async () => {
    const reports: FileMoveProgress[] = []

    const moved = await toBucket({ report: (progress) => reports.push(progress) })

    expect(reports).toHaveLength(6)
    expect(reports.at(-1)).toEqual({ files: 6, bytes: sumBytes, allFiles: 6, allBytes: sumBytes })
    expect(moved).toEqual(reports.at(-1))
  })

  it('leaves the files where they are, on request', async () => {
    await toBucket({ keepsSource: true })

    expect(sorted(await filesIn(disk.store))).toEqual(sorted(files))
    expect(sorted(await filesIn(s3.store))).toEqual(sorted(files))
  })

  it('stops after a file, loses none, and continues when it is repeated', async () => {
    const stopping = new AbortController()
    const stopped = toBucket({ signal: stopping.signal, report: () => stopping.abort(new Error('stopped')) })
    await expect(stopped).rejects.toThrow('stopped')
    const [left, moved] = await Promise.all([filesIn(disk.store), filesIn(s3.store)])

    await toBucket()

    expect(moved.size).toBeGreaterThan(0)
    expect(sorted(new Map([...left, ...moved]))).toEqual(sorted(files))
    expect(sorted(await filesIn(s3.store))).toEqual(sorted(files))
  })

  it('removes no file whose copy has other bytes, and replaces a broken copy', async () => {
    const [[key = '0/', hash = ''] = []] = [...files]
    const other = randomBytes(10)
    const breaking: MovableFileStore = {
      ...s3.store,
      copyIn: (each, file) =>
        s3.store.copyIn(
          each,
          each === key ? { ...file, stream: () => Readable.from([other], { objectMode: false }) } : file,
        ),
    }

    await expect(toBucket({ to: breaking })).rejects.toThrow(`The copy of ${key} differs`)
    expect((await filesIn(disk.store)).get(key)).toBe(hash)

    await toBucket()
    expect(sorted(await filesIn(s3.store))).toEqual(sorted(files))
  })

  it('loses no file when the object store fails', async () => {
    const failing: MovableFileStore = { ...s3.store, copyIn: () => Promise.reject(new Error('no answer')) }

    await expect(toBucket({ to: failing })).rejects.toThrow('no answer')

    expect(sorted(await filesIn(disk.store))).toEqual(sorted(files))
  })
})

test.each([
  [['--to', 's3'], { to: 's3', keepsSource: false }],
  [['--to', 'disk', '--keep'], { to: 'disk', keepsSource: true }],
  [['--keep', '--to', 's3'], { to: 's3', keepsSource: true }],
  [[], null],
  [['--to'], null],
  [['--to', 'tape'], null],
  [['--to', 's3', 'disk'], null],
  [['--from', 's3'], null],
])('the arguments %j mean %j', (words, order) => {
  expect(parseMoveFilesCommand(words)).toEqual(order)
})

test('a line of progress says files, bytes and the time left', () => {
  const progress = { files: 1_200, bytes: 2 ** 30, allFiles: 5_000, allBytes: 4 * 2 ** 30 }

  expect(fileMoveProgressLine(progress, 60_000)).toBe(
    '1,200 of 5,000 files, 1.00 of 4.00 GB, about 3 minutes left',
  )
  expect(fileMoveProgressLine({ ...progress, bytes: 0 }, 60_000)).toMatch(/time left unknown$/)
})
