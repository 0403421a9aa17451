import type { ContactId } from '@balcao/domain/ids'
import { z } from 'zod'
import type { FileStore } from '../../platform/files/file-store'
import { queueFileRemoval } from '../../platform/files/remove-files'
import { streamZip, type ZipEntry } from '../../platform/files/zip-stream'
import { type CompanyJobContext, type JobKind, jobKind } from '../../platform/jobs'
import { exportPersonAsJson, pathOfMessageFile } from './export-as-json'
import { exportPersonAsHtml } from './export-as-page'
import { type ExportedPerson, pathOfFileInZip, readExportedPerson } from './exported-person'
import { type ExportedMessage, exportedMessages } from './exported-person.queries'
import { personalDataExportChanged } from './personal-data.events'
import {
  advancePersonalDataExport,
  deletePersonalDataExport,
  failPersonalDataExport,
  finishPersonalDataExport,
  lockPersonalDataExport,
} from './personal-data.queries'

export const writePersonalDataExportTask = 'personalData.write'
const expireTask = 'personalData.expire'
const maxAttempts = 5
const messagesAtOnce = 500
const filesPerProgressEvent = 20
/** Limits of one zip, below the format's 4 GB and 65,535 files: the first zip also holds a JSON and an HTML file. */
const zipLimits = { bytes: 2 ** 31, files: 20_000 }
const retentionMs = 86_400_000

/** Thrown when the export was deleted while the job ran: by an erasure, a merge or a new request. */
class ExportCancelled extends Error {}

interface Progress {
  readonly exportId: number
  done: number
}

/** Streams the files, so memory stays constant. A retry starts anew; the file sweep deletes files of a failed try. */
export function writePersonalDataExportJob(
  store: Pick<FileStore, 'put' | 'open' | 'remove'>,
  limits: typeof zipLimits = zipLimits,
): JobKind {
  return jobKind({
    task: writePersonalDataExportTask,
    workerPool: 'exports',
    payload: z.object({ exportId: z.number().int() }),
    async carryOut(company, { exportId }) {
      if (company.attempt > maxAttempts) return abandonExport(company, exportId)
      const found = await company.act((work) => work.db.row(lockPersonalDataExport, { id: exportId }))
      if (found?.state !== 'running') return
      const person = await company.act((work) => readExportedPerson(work, found.contact_id))
      if (person === null) return
      const keys: string[] = []
      try {
        const sizes = await writeZips(store, limits, company, found, person, keys)
        if (!(await finish(company, exportId, keys, sizes))) throw new ExportCancelled()
      } catch (error) {
        for (const key of keys) await store.remove(key)
        if (!(error instanceof ExportCancelled)) throw error
      }
    },
  })
}

/** Deletes the zips a day after they were written. A new request writes new ones. */
export const expirePersonalDataExportJob: JobKind = jobKind({
  task: expireTask,
  payload: z.object({ exportId: z.number().int() }),
  async carryOut({ act }, { exportId }) {
    await act(async (work) => {
      const deleted = await work.db.row(deletePersonalDataExport, { id: exportId })
      if (deleted !== null) queueFileRemoval(work, deleted.file_keys)
    })
  },
})

/** Writes the zips and returns their sizes. Collects the stored keys in `keys`, for the deletion after a failure. */
async function writeZips(
  store: Pick<FileStore, 'put' | 'open'>,
  limits: typeof zipLimits,
  company: CompanyJobContext,
  { id, contact_id: contactId }: { id: number; contact_id: ContactId },
  person: ExportedPerson,
  keys: string[],
): Promise<number[]> {
  const progress: Progress = { exportId: id, done: 0 }
  const sizes: number[] = []
  const files = filesOf(company, contactId, person)[Symbol.asyncIterator]()
  let next = await files.next()

  async function* entries(): AsyncGenerator<ZipEntry> {
    if (keys.length === 0) yield* words()
    let [bytes, count] = [0, 0]
    while (!next.done && (count === 0 || (bytes < limits.bytes && count < limits.files))) {
      const { path, key, isCounted } = next.value
      const opened = await store.open(key)
      if (opened === null) {
        yield { name: `${path}.txt`, content: bytesOf([person.texts.missingFile]), isCompressed: false }
      } else yield { name: path, content: opened.stream(), isCompressed: true }
      bytes += opened?.sizeBytes ?? 0
      count += 1
      if (isCounted) progress.done += 1
      if (count % filesPerProgressEvent === 0) await advanceExportRow(company, progress)
      next = await files.next()
    }
  }
  async function* words(): AsyncGenerator<ZipEntry> {
    const [counted, again] = [pagesOfExport(company, contactId, progress), pagesOfExport(company, contactId)]
    const { data, page } = person.texts
    yield { name: data, content: bytesOf(exportPersonAsJson(person, counted)), isCompressed: false }
    yield { name: page, content: bytesOf(exportPersonAsHtml(person, again)), isCompressed: false }
  }

  do {
    const stored = await store.put(
      company.companyId,
      streamZip(entries(), person.madeAt),
      () => Number.MAX_SAFE_INTEGER,
      { isOwed: true }, // The law demands it, and it expires in a day: no quota
    )
    keys.push(stored.key)
    sizes.push(stored.sizeBytes)
  } while (!next.done)
  return sizes
}

async function* filesOf(
  company: CompanyJobContext,
  contactId: ContactId,
  person: ExportedPerson,
): AsyncGenerator<{ path: string; key: string; isCounted: boolean }> {
  const { contact, schedules } = person
  if (contact.picture_key !== null) {
    const key = contact.picture_key
    yield { path: pathOfFileInZip(person, 'contact', key, null), key, isCounted: false }
  }
  for (const { id, file_key: key, file_name } of schedules) {
    if (key !== null) {
      yield { path: pathOfFileInZip(person, `schedule-${id}`, key, file_name), key, isCounted: false }
    }
  }
  for await (const page of pagesOfExport(company, contactId)) {
    for (const message of page) {
      const [path, key] = [pathOfMessageFile(person, message), message.file_key]
      if (path !== null && key !== null) yield { path, key, isCounted: true }
    }
  }
}

/** Reads each page in its own transaction, so that no transaction stays open while a zip is written. */
async function* pagesOfExport(
  company: CompanyJobContext,
  contactId: ContactId,
  progress?: Progress,
): AsyncGenerator<readonly ExportedMessage[]> {
  // Lies before all messages, even those of the phone's history and of imports, which have negative ids.
  let after = Number.MIN_SAFE_INTEGER
  while (true) {
    if (company.stopping.aborted) throw new Error('The process stops; the job will be retried')
    const page = await company.act((work) =>
      work.db.rows(exportedMessages, { contactId, after, limit: messagesAtOnce }),
    )
    if (page.length > 0) yield page
    if (progress !== undefined) {
      progress.done += page.length
      await advanceExportRow(company, progress)
    }
    if (page.length < messagesAtOnce) return
    after = page.at(-1)?.id ?? after
  }
}

async function advanceExportRow(company: CompanyJobContext, { exportId, done }: Progress): Promise<void> {
  await company.act(async (work) => {
    const advanced = await work.db.row(advancePersonalDataExport, { id: exportId, done })
    if (advanced === null) throw new ExportCancelled()
    work.record(personalDataExportChanged, advanced)
  })
}

/** Marks the export as done. False: it was deleted while its zips were written. */
function finish(
  company: CompanyJobContext,
  exportId: number,
  keys: readonly string[],
  sizes: readonly number[],
): Promise<boolean> {
  return company.act(async (work) => {
    const expiresAt = new Date(work.now.getTime() + retentionMs)
    const finished = await work.db.row(finishPersonalDataExport, {
      id: exportId,
      fileKeys: keys,
      fileSizes: sizes,
      at: work.now,
      expiresAt,
    })
    if (finished === null) return false
    work.enqueue({ task: expireTask, payload: { exportId }, runAt: expiresAt })
    work.record(personalDataExportChanged, finished)
    return true
  })
}

async function abandonExport(company: CompanyJobContext, exportId: number): Promise<void> {
  await company.act(async (work) => {
    const failed = await work.db.row(failPersonalDataExport, { id: exportId, at: work.now })
    if (failed !== null) work.record(personalDataExportChanged, failed)
  })
}

async function* bytesOf(texts: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const text of texts) yield encoder.encode(text)
}
