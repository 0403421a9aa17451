import { limits } from './limits'

/**
 * True when a stranger's picture is safe to show: a JPEG of few bytes and, by its header, few pixels, so that
 * browsers need little memory.
 */
export function isSmallJpeg(bytes: Uint8Array): boolean {
  const { bytes: mostBytes, side } = limits.linkPreview.picture
  if (bytes.length > mostBytes) return false
  const size = sizeOfJpeg(bytes) ?? [0, 0]
  return size.every((pixels) => pixels >= 1 && pixels <= side)
}

const frames = [0xc0, 0xc1, 0xc2] // the frame markers of the JPEG kinds that browsers draw
const scan = 0xda

/** Height and width from the first frame header, else null. A segment's length includes its own two bytes. */
function sizeOfJpeg(bytes: Uint8Array): readonly [number, number] | null {
  const { byteLength } = bytes
  const view = new DataView(bytes.buffer, bytes.byteOffset, byteLength)
  if (byteLength < 2 || view.getUint16(0) !== 0xffd8) return null
  for (let at = 2; at + 9 <= byteLength; at += 2 + Math.max(2, view.getUint16(at + 2))) {
    const marker = view.getUint8(at + 1)
    if (view.getUint8(at) !== 0xff || marker === scan) return null
    if (frames.includes(marker)) return [view.getUint16(at + 5), view.getUint16(at + 7)]
  }
  return null
}
