/** Reads a stream completely; undefined as soon as it exceeds the limit. The source is then destroyed. */
export async function readLimited(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = []
  let size = 0
  // Leaving the loop early destroys the source.
  for await (const part of source) {
    size += part.length
    if (size > maxBytes) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts, size)
}
