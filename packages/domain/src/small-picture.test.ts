import { expect, test } from 'vitest'
import { isSmallJpeg } from './small-picture'
import { jpegHeader } from './testing/jpegs'

const padded = (length: number) => {
  const bytes = new Uint8Array(length)
  bytes.set(jpegHeader(100, 100))
  return bytes
}
const within = (bytes: Uint8Array) => Uint8Array.of(0, 0, 0, ...bytes).subarray(3)

test.each([
  ['of a phone', jpegHeader(100, 56)],
  ['that comes bit by bit', jpegHeader(100, 56, 0xc2)],
  ['as large as may be', jpegHeader(1_024, 1_024)],
  ['as long as may be', padded(16_384)],
  ['that is a part of other bytes', within(jpegHeader(100, 56))],
])('a JPEG %s may be shown', (_, bytes) => {
  expect(isSmallJpeg(bytes)).toBe(true)
})

test.each([
  ['nothing', new Uint8Array()],
  ['one byte', Uint8Array.of(0xff)],
  ['a beginning alone', Uint8Array.of(0xff, 0xd8)],
  ['a JPEG that ends before its size', jpegHeader(100, 56).subarray(0, 26)],
  ['a JPEG that is too long', padded(16_385)],
  ['a JPEG that says it is wide', jpegHeader(65_535, 10)],
  ['a JPEG that says it is high', jpegHeader(10, 1_025)],
  ['a JPEG without a width', jpegHeader(0, 10)],
  ['a JPEG with a late height', jpegHeader(10, 0)],
  ['a JPEG of a kind that no browser draws', jpegHeader(100, 56, 0xc3)],
  [
    'a JPEG whose parts have no length',
    Uint8Array.of(0xff, 0xd8, ...Array(3_000).fill([0xff, 0xe0, 0, 0]).flat()),
  ],
  [
    'a JPEG without a size before its picture',
    Uint8Array.of(0xff, 0xd8, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0),
  ],
  ['a PNG', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...jpegHeader(100, 56))],
  [
    'a drawing that can run',
    new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>'),
  ],
])('%s may not', (_, bytes) => {
  expect(isSmallJpeg(bytes)).toBe(false)
})
