import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import sharp from 'sharp'

export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** More than the largest common phone camera; a browser would need 400 MB to show it. */
const MOST_PIXELS = 100_000_000

/**
 * The size at which a picture is shown, its turn by the camera counted in. Reads the header only and decodes nothing,
 * so that a small file which claims to be huge does no harm here. Null when it is broken.
 */
export async function pictureSize(source: Readable | Uint8Array): Promise<PictureSize | null> {
  const reader = sharp({ limitInputPixels: false, failOn: 'none' })
  try {
    const [metadata] = await Promise.all([
      reader.metadata(),
      pipeline(source instanceof Uint8Array ? Readable.from([source]) : source, reader),
    ])
    const { width, height, orientation = 1 } = metadata
    // EXIF 5 to 8 lie on their side.
    return orientation >= 5 ? { width: height, height: width } : { width, height }
  } catch {
    // Whatever sharp cannot read is broken to us as well; such a file is still kept and can be downloaded.
    return null
  }
}

/** Whether showing the picture would exhaust a browser's memory, however small its file. */
export function isPixelBomb(size: PictureSize): boolean {
  return size.width * size.height > MOST_PIXELS
}
