import { createHash } from 'node:crypto'
import type { FileKey, MovableFileStore, OpenedFile } from '../../platform/files/file-store'

export interface FileMoveParameters {
  readonly from: MovableFileStore
  readonly to: MovableFileStore
  readonly keepsSource: boolean
  readonly report?: (progress: FileMoveProgress) => void
  /** Stops the move: no further file begins, and the move rejects with the signal's reason. */
  readonly signal?: AbortSignal
}

export interface FileMoveProgress {
  readonly files: number
  readonly bytes: number
  readonly allFiles: number
  readonly allBytes: number
}

/** This many files move at once, because moving a file mostly waits for the object store. */
const filesAtOnce = 4

/**
 * Moves all files from one file store to another. Each copy must equal its original in size and SHA-256 before
 * the original is deleted, so an interrupted move can be repeated.
 */
export async function moveFiles(order: FileMoveParameters): Promise<FileMoveProgress> {
  const { from, to, keepsSource, report, signal } = order
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
  await Promise.all(movers) // after a failure the other movers first finish their files
  if (failures.length > 0) throw failures[0]
  signal?.throwIfAborted()
  return progress

  async function moveFile(key: FileKey): Promise<void> {
    const file = await from.open(key)
    if (file === null) return // the file was removed after the list was read
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
