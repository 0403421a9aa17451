import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** Browsers need 400 MB for a picture of this size. The largest common phone camera makes smaller ones. */
const MAX_PIXELS = 100_000_000

/** The size of a picture after its EXIF rotation. Nothing is decoded, so a huge declared size is harmless. */
export async function readPictureSize(source: Readable | Uint8Array): Promise<PictureSize | null> {
  const { default: sharp } = await import('sharp') // the library is loaded with the first picture
  const reader = sharp({ limitInputPixels: false, failOn: 'none' })
  try {
    const [metadata] = await Promise.all([
      reader.metadata(),
      pipeline(source instanceof Uint8Array ? Readable.from([source]) : source, reader),
    ])
    const { width, height, orientation = 1 } = metadata
    // EXIF orientations 5 to 8 are rotated by 90 degrees.
    return orientation >= 5 ? { width: height, height: width } : { width, height }
  } catch {
    // An unreadable picture has no size. The file is still stored and can be downloaded.
    return null
  }
}

/** Whether a picture is so large that showing it would exhaust a browser's memory, regardless of its file size. */
export function isPixelBomb(size: PictureSize): boolean {
  return size.width * size.height > MAX_PIXELS
}
