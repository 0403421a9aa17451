import sharp from 'sharp'
import type { Sniffed } from './file-kind'

const WIDTH = 480
const TIMEOUT_SECONDS = 10
/** The largest that is decoded for it: 100 MB at once, where a camera's picture has a quarter of that. */
const MOST_PIXELS = 50_000_000
const SOURCES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']

/**
 * A picture made small, as WebP at most 480 pixels wide, turned upright and without what the camera wrote into it. Null
 * for other kinds of files, and for pictures that are broken, too large to be decoded or too slow: all of them can still
 * be shown by their own bytes.
 */
export async function makeThumbnail(
  bytes: Uint8Array,
  { mimetype }: Pick<Sniffed, 'mimetype'>,
): Promise<Buffer | null> {
  if (!SOURCES.includes(mimetype)) return null
  try {
    return await sharp(bytes, { limitInputPixels: MOST_PIXELS, sequentialRead: true, failOn: 'error' })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .rotate()
      .resize({ width: WIDTH, withoutEnlargement: true })
      .webp({ quality: 75 })
      .toBuffer()
  } catch {
    return null // nothing but the picture itself can be at fault here
  }
}
