import type { DetectedFileType } from './file-kind'

const WIDTH = 480
const TIMEOUT_SECONDS = 10
/** Larger pictures get no thumbnail: decoding takes 100 MB at this size. A camera's picture has a quarter of it. */
const MAX_PIXELS = 50_000_000
const SOURCES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']

/** Makes a small WebP picture without metadata. Null: the picture can't be decoded in time; its file can be shown. */
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
    return null // null: the picture is broken, too large or too slow to decode
  }
}
