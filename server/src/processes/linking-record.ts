import { closeSync, fchmodSync, fstatSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { unusableFolderProblem } from '../platform/data-folder'
import type { Log } from '../platform/log'

/** The largest size of the file: enough for thousands of linkings, each of dozens of small stanzas. */
const maxRecordBytes = 10_000_000

export interface LinkingStanzaLog {
  readonly path: string
  /** Writes a line. It never throws, because a full disk must not stop a linking. */
  write(line: object): void
  close(): Promise<void>
}

/**
 * Opens a file that gets one line per stanza of a connection that is being linked, for tests with a real phone.
 * The driver has removed secrets and names; still only the file's owner may read it.
 */
export function openLinkingStanzaLog(
  folder: string,
  parts: { readonly now: () => Date; readonly log: Log; readonly limit?: number },
): LinkingStanzaLog {
  const { now, log, limit = maxRecordBytes } = parts
  const path = join(folder, `linking-${now().toISOString().slice(0, 10)}.jsonl`)
  const file = opened(path, folder)
  let size = fstatSync(file).size
  let isWriting = true

  return {
    path,
    write(line) {
      if (!isWriting) return
      const bytes = Buffer.from(`${JSON.stringify({ time: now().toISOString(), ...line })}\n`)
      if (size + bytes.length > limit) {
        isWriting = false
        log.warn({}, 'the record of linking is full, and is not continued')
        return
      }
      try {
        writeSync(file, bytes)
        size += bytes.length
      } catch (err) {
        isWriting = false
        log.warn({ err }, 'the record of linking could not be written, and is not continued')
      }
    },
    async close() {
      isWriting = false
      closeSync(file)
    },
  }
}

function opened(path: string, folder: string): number {
  try {
    const file = openSync(path, 'a', 0o600)
    fchmodSync(file, 0o600) // the file may exist with a wider mode
    return file
  } catch (error) {
    throw unusableFolderProblem(folder, 'cannot hold the record of linking', error)
  }
}
