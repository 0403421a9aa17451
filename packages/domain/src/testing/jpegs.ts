/** The header of a JPEG as phones write it, without image data: it holds the kind and the size. */
export function jpegHeader(width: number, height: number, frame = 0xc0): Uint8Array {
  const size = [height >> 8, height & 0xff, width >> 8, width & 0xff]
  return Uint8Array.of(
    ...[0xff, 0xd8],
    ...[0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0],
    ...[0xff, frame, 0, 11, 8, ...size, 1, 1, 0x11, 0],
    ...[0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0],
  )
}
