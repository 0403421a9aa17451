import { type MoveOutTexts, moveOutTexts } from '@balcao/domain/move-out-texts'
import { z } from 'zod'
import { displayFileName } from '../../platform/files/file-name'
import { type FileStore, fileKeyParts } from '../../platform/files/file-store'
import { streamZip, type ZipEntry } from '../../platform/files/zip-stream'
import { type CompanyJobContext, type JobKind, jobKind } from '../../platform/jobs'
import { Refusal } from '../../platform/refusal'
import { ownCompany } from '../companies/companies.read'
import {
  type ExportedRow,
  type ExportedRowKind,
  exportedRowCountStatements,
  exportedRowKinds,
  exportedRowStatements,
} from './exported-rows.queries'
import { moveOutChanged } from './move-out.events'
import { advanceMoveOut, beginMoveOut, failMoveOut, finishMoveOut, type MoveOutRow } from './move-out.queries'
import { moveOutReadme } from './move-out-readme'

export const writeMoveOutTask = 'moveOut.write'
export const expireMoveOutTask = 'moveOut.expire'
const maxAttempts = 5
const retentionMs = 7 * 86_400_000
const noRoom = ['ERR_STORAGE_FULL', 'ERR_COMPANY_STORAGE_FULL'] as const

/** Zip limits below the format's 4 GB and 65,535 files, because a zip includes the file that exceeds a limit. */
const usualLimits = {
  zipBytes: 2 ** 31,
  zipFiles: 20_000,
  partBytes: 2 ** 30,
  rowsAtOnce: 500,
  countedAtOnce: 50_000,
  progressEvery: 5_000,
}
type Limits = typeof usualLimits

/** Thrown when the export was deleted while the job ran. */
class ExportCancelled extends Error {}

interface Writing {
  readonly id: number
  readonly company: CompanyJobContext
  readonly store: Pick<FileStore, 'put' | 'open'>
  readonly limits: Limits
  readonly texts: MoveOutTexts
  readonly name: string
  readonly madeAt: Date
  done: number
  told: number
}

/** Streams the files, so memory stays constant. A retry starts anew; the file sweep deletes files of a failed run. */
export function writeMoveOutJob(
  store: Pick<FileStore, 'put' | 'open' | 'remove'>,
  limits: Partial<Limits> = {},
): JobKind {
  return jobKind({
    task: writeMoveOutTask,
    workerPool: 'exports',
    payload: z.object({ moveOutId: z.number().int() }),
    async carryOut(company, { moveOutId: id }) {
      if (company.attempt > maxAttempts) return fail(company, id, null)
      const keys: string[] = []
      try {
        const all = { ...usualLimits, ...limits }
        const { total, bytes } = await count(company, all)
        const begun = await begin(company, id, total)
        const writing = { ...begun, id, company, store, limits: all, done: 0, told: 0 }
        const sizes = await writeZips(writing, bytes, keys)
        await finish(company, id, keys, sizes)
      } catch (error) {
        for (const key of keys) await store.remove(key)
        if (error instanceof ExportCancelled) return
        const full = error instanceof Refusal && noRoom.find((code) => code === error.code)
        if (!full) throw error
        await fail(company, id, full)
      }
    },
  })
}

/** A position before all keys: messages from the phone's history and from imports have negative ids. */
const beforeAll = Number.MIN_SAFE_INTEGER

/** Counts page by page, because one query over millions of messages would exceed the statement timeout. */
async function count(company: CompanyJobContext, { countedAtOnce: limit }: Limits) {
  let [total, bytes] = [0, 0]
  for (const { file } of exportedRowKinds) {
    for (let after: number | null = beforeAll; after !== null; ) {
      refuseToContinueStopping(company)
      const from: number = after
      const piece = await company.act((work) =>
        work.db.one(exportedRowCountStatements[file], { after: from, limit }),
      )
      total += piece.rows + piece.files
      bytes += piece.bytes
      after = piece.rows < limit ? null : piece.last
    }
  }
  return { total, bytes }
}

function begin(company: CompanyJobContext, id: number, total: number) {
  return company.act(async (work) => {
    const begun = await work.db.row(beginMoveOut, { id, total })
    if (begun === null) throw new ExportCancelled()
    work.record(moveOutChanged, begun)
    const { name, language } = await ownCompany(work)
    return { name, texts: moveOutTexts(language), madeAt: work.now }
  })
}

/** Writes one zip after the other and returns their sizes. Collects the stored keys in `keys` for a cleanup. */
async function writeZips(writing: Writing, announcedBytes: number, keys: string[]): Promise<number[]> {
  const { store, company, limits, madeAt } = writing
  const sizes: number[] = []
  const all = entriesOf(writing)
  let next = await all.next()

  async function* entriesOfZip(): AsyncGenerator<ZipEntry> {
    let [bytes, files] = [0, 0]
    async function* counted(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const piece of content) {
        bytes += piece.length
        yield piece
      }
    }
    while (!next.done && bytes < limits.zipBytes && files < limits.zipFiles) {
      yield { ...next.value, content: counted(next.value.content) }
      files += 1
      next = await all.next() // Only now: the zip has read the current entry to its end.
    }
  }

  do {
    const stored = await store.put(
      company.companyId,
      streamZip(entriesOfZip(), madeAt),
      () => Number.MAX_SAFE_INTEGER,
      keys.length === 0 ? { announcedBytes } : {},
    )
    keys.push(stored.key)
    sizes.push(stored.sizeBytes)
  } while (!next.done)
  return sizes
}

async function* entriesOf(writing: Writing): AsyncGenerator<ZipEntry, undefined> {
  const { name, madeAt, texts } = writing
  yield { name: 'README.md', content: bytesOf([moveOutReadme(texts, { name, madeAt })]), isCompressed: false }
  const lasts = new Map<ExportedRowKind, number>()
  for (const kind of exportedRowKinds) {
    for await (const entry of rowEntriesOf(writing, kind, lasts)) yield entry
  }
  for (const kind of exportedRowKinds)
    if (kind.hasFiles) yield* fileEntriesOf(writing, kind, lasts.get(kind) ?? beforeAll)
}

/** Splits rows into files of limited size. Writes the key of the last row of each kind into `lasts`. */
async function* rowEntriesOf(
  writing: Writing,
  kind: ExportedRowKind,
  lasts: Map<ExportedRowKind, number>,
): AsyncGenerator<ZipEntry> {
  const pages = pagesOf(writing, kind)
  let page = await pages.next()
  async function* lines(): AsyncGenerator<Uint8Array> {
    for (let bytes = 0; !page.done && bytes < writing.limits.partBytes; page = await pages.next()) {
      const text = page.value.map((row) => `${JSON.stringify(writtenRow(kind, row))}\n`).join('')
      const piece = encoder.encode(text)
      bytes += piece.length
      yield piece
      lasts.set(kind, page.value.at(-1)?.key ?? beforeAll)
      await progress(writing, page.value.length)
    }
  }
  for (let part = 1; part === 1 || !page.done; part++)
    yield { name: `${kind.file}${part === 1 ? '' : `-${part}`}.jsonl`, content: lines(), isCompressed: false }
}

/** Yields the media files of one kind of row, only for rows that were written. */
async function* fileEntriesOf(
  writing: Writing,
  kind: ExportedRowKind,
  last: number,
): AsyncGenerator<ZipEntry, undefined> {
  for await (const page of pagesOf(writing, kind)) {
    for (const row of page) {
      if (row.key > last) return
      const path = pathOf(kind, row)
      if (path === null || row.file_key === null) continue
      const opened = await writing.store.open(row.file_key)
      yield opened === null
        ? { name: `${path}.txt`, content: bytesOf([writing.texts.word('missingFile')]), isCompressed: false }
        : { name: path, content: opened.stream(), isCompressed: true }
      await progress(writing, 1)
    }
  }
}

function writtenRow(kind: ExportedRowKind, row: ExportedRow): Readonly<Record<string, unknown>> {
  return kind.hasFiles ? { ...row.row, file: pathOf(kind, row) } : row.row
}

/** The path of a row's media file in the zip. It contains the kind and the id, so it is unique. Null: no file. */
function pathOf({ file }: ExportedRowKind, { key, file_key, file_name }: ExportedRow): string | null {
  if (file_key === null) return null
  const own = `files/${file}-${key}`
  return file_name === null
    ? `${own}.${fileKeyParts(file_key)?.extension ?? 'bin'}`
    : `${own}-${displayFileName(file_name)}`
}

/** Reads each page in its own transaction, so that no transaction stays open while a zip is written. */
async function* pagesOf(
  { company, limits: { rowsAtOnce: limit } }: Writing,
  { file }: ExportedRowKind,
): AsyncGenerator<readonly ExportedRow[], undefined> {
  for (let after = beforeAll; ; ) {
    refuseToContinueStopping(company)
    const from = after
    const page = await company.act((work) =>
      work.db.rows(exportedRowStatements[file], { after: from, limit }),
    )
    if (page.length > 0) yield page
    if (page.length < limit) return
    after = page.at(-1)?.key ?? after
  }
}

function refuseToContinueStopping({ stopping }: CompanyJobContext): void {
  if (stopping.aborted) throw new Error('The process stops; the job will be retried')
}

async function progress(writing: Writing, steps: number): Promise<void> {
  writing.done += steps
  const { company, id, done, told, limits } = writing
  if (done - told < limits.progressEvery) return
  writing.told = done
  await company.act(async (work) => {
    const advanced = await work.db.row(advanceMoveOut, { id, done })
    if (advanced === null) throw new ExportCancelled()
    work.record(moveOutChanged, advanced)
  })
}

async function finish(
  company: CompanyJobContext,
  id: number,
  fileKeys: readonly string[],
  fileSizes: readonly number[],
): Promise<void> {
  await company.act(async (work) => {
    const expiresAt = new Date(work.now.getTime() + retentionMs)
    const finished: MoveOutRow | null = await work.db.row(finishMoveOut, {
      ...{ id, fileKeys, fileSizes, expiresAt },
      at: work.now,
    })
    if (finished === null) throw new ExportCancelled()
    work.enqueue({ task: expireMoveOutTask, payload: { moveOutId: id }, runAt: expiresAt })
    work.record(moveOutChanged, finished)
  })
}

async function fail(company: CompanyJobContext, id: number, failure: string | null): Promise<void> {
  await company.act(async (work) => {
    const failed = await work.db.row(failMoveOut, { id, failure, at: work.now })
    if (failed !== null) work.record(moveOutChanged, failed)
  })
}

const encoder = new TextEncoder()

async function* bytesOf(texts: Iterable<string>): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield encoder.encode(text)
}
