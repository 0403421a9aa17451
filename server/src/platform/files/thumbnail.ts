import type { DetectedFileType } from './file-kind'

const WIDTH = 480
const TIMEOUT_SECONDS = 10
/** Decoding takes 100 MB at this size; a camera's picture has a quarter of it. */
const MAX_PIXELS = 50_000_000
const SOURCES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']

/**
 * WebP of at most 480 pixels width, rotated upright, without metadata. Null for other types, and for pictures that
 * are broken, too large to decode or too slow; all of them can still be shown from their own file.
 */
export async function makeThumbnail(
  bytes: Uint8Array,
  { mimetype }: Pick<DetectedFileType, 'mimetype'>,
): Promise<Buffer | null> {
  if (!SOURCES.includes(mimetype)) return null
  const { default: sharp } = await import('sharp') // the library is loaded with the first picture
  try {
    return await sharp(bytes, { limitInputPixels: MAX_PIXELS, sequentialRead: true, failOn: 'error' })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .rotate()
      .resize({ width: WIDTH, withoutEnlargement: true })
      .webp({ quality: 75 })
      .toBuffer()
  } catch {
    return null // the picture is broken, too large to decode or too slow
  }
}
