import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

export interface ZipEntry {
  /** Its path in the zip, folders by slashes. */
  readonly name: string
  readonly content: AsyncIterable<Uint8Array>
  /** Pictures, films and sounds are small already. */
  readonly isCompressed: boolean
}

/**
 * A zip as it is written, a piece at a time: whatever it holds, no more than one piece of one entry lies in memory. Below
 * 4 GB and 65,536 entries, beyond which a zip needs fields that this does not write.
 */
export async function* zipOf(entries: AsyncIterable<ZipEntry>, at: Date): AsyncGenerator<Uint8Array> {
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
      entry.push(new Uint8Array(piece)) // a copy of its own: the zip keeps what it was given for a while
      yield* written.splice(0)
    }
    entry.push(new Uint8Array(), true)
    yield* written.splice(0)
  }
  zip.end()
  yield* written.splice(0)
}
