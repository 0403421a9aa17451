import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

export interface ZipEntry {
  /** The path of the file in the zip, with slashes between folders. */
  readonly name: string
  readonly content: AsyncIterable<Uint8Array>
  /** True: the format is compressed already, as of pictures, sounds and videos, so the zip stores it unchanged. */
  readonly isCompressed: boolean
}

/**
 * Yields a zip file, with one chunk of one entry in memory. It does not use Zip64, so it has at most 4 GB and
 * 65,535 entries.
 */
export async function* streamZip(entries: AsyncIterable<ZipEntry>, at: Date): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = []
  const zip = new Zip((failure, piece) => {
    if (failure) throw failure
    written.push(piece)
  })
  for await (const { name, content, isCompressed } of entries) {
    const entry = isCompressed ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 })
    entry.mtime = at
    zip.add(entry)
    for await (const piece of content) {
      entry.push(new Uint8Array(piece)) // a copy, because the zip library keeps a reference to its input
      yield* written.splice(0)
    }
    entry.push(new Uint8Array(), true)
    yield* written.splice(0)
  }
  zip.end()
  yield* written.splice(0)
}
