import { createHash } from 'node:crypto'
import type { FileKey, MovableFiles, OpenedFile } from '../../platform/files/file-store'

export interface FileMoveOrder {
  readonly from: MovableFiles
  readonly to: MovableFiles
  /** Leaves the files where they are, too. */
  readonly keepsSource: boolean
  /** Called after each file. */
  readonly report?: (progress: FileMoveProgress) => void
  /** No further file begins after it is aborted; the move then rejects with its reason. */
  readonly signal?: AbortSignal
}

export interface FileMoveProgress {
  readonly files: number
  readonly bytes: number
  readonly allFiles: number
  readonly allBytes: number
}

/** Each reads, writes and reads again; small files mostly wait for the object store. */
const filesAtOnce = 4

/**
 * Moves all files to another store under the same keys. A file leaves its source after its copy was read back with the
 * same size and SHA-256, so that the move may end at any point, and continues when it is repeated. Returns the sums.
 */
export async function moveFiles({
  from,
  to,
  keepsSource,
  report,
  signal,
}: FileMoveOrder): Promise<FileMoveProgress> {
  const all = { files: 0, bytes: 0 }
  for await (const { sizeBytes } of from.files()) {
    all.files += 1
    all.bytes += sizeBytes
  }
  let progress: FileMoveProgress = { files: 0, bytes: 0, allFiles: all.files, allBytes: all.bytes }
  const files = from.files()[Symbol.asyncIterator]()
  const failures: unknown[] = []
  const mover = async () => {
    while (signal?.aborted !== true && failures.length === 0) {
      const { value, done } = await files.next()
      if (done === true) return
      await moveFile(value.key)
      progress = { ...progress, files: progress.files + 1, bytes: progress.bytes + value.sizeBytes }
      report?.(progress)
    }
  }
  const movers = Array.from({ length: filesAtOnce }, () => mover().catch((error) => failures.push(error)))
  await Promise.all(movers) // also after a failure: the others end their file
  if (failures.length > 0) throw failures[0]
  signal?.throwIfAborted()
  return progress

  async function moveFile(key: FileKey): Promise<void> {
    const file = await from.open(key)
    if (file === null) return // removed since the list was read
    const expected = await hashOf(file)
    if (!(await isSame(key, file, expected))) {
      await to.copyIn(key, file)
      if (!(await isSame(key, file, expected)))
        throw new Error(`The copy of ${key} differs from the file. The file stays where it is.`)
    }
    if (!keepsSource) await from.remove(key)
  }

  async function isSame(key: FileKey, { sizeBytes }: OpenedFile, expected: string): Promise<boolean> {
    const copy = await to.open(key)
    return copy !== null && copy.sizeBytes === sizeBytes && (await hashOf(copy)) === expected
  }
}

async function hashOf(file: OpenedFile): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of file.stream()) hash.update(part)
  return hash.digest('hex')
}
