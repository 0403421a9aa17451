import { describe, expect, it } from 'vitest'
import { buildOggPage, oggChecksum, oggPackets } from './ogg-pages'

describe('a page', () => {
  const packets = [Buffer.alloc(3, 1), Buffer.alloc(255, 2), Buffer.alloc(0), Buffer.alloc(600, 3)]
  const page = buildOggPage({
    place: 'first',
    granulePosition: 2 ** 33 + 5,
    serialNumber: 0xcafe,
    sequenceNumber: 9,
    packets,
  })

  it('begins with its name, version 0, its place in the stream, position, stream and number', () => {
    expect(page.toString('latin1', 0, 4)).toBe('OggS')
    expect([...page.subarray(4, 6)]).toEqual([0, 2])
    expect(page.readBigUInt64LE(6)).toBe(2n ** 33n + 5n)
    expect([page.readUInt32LE(14), page.readUInt32LE(18)]).toEqual([0xcafe, 9])
  })

  it('writes the length of each packet as values of 255 and a smaller one', () => {
    expect([...page.subarray(26, 27 + 7)]).toEqual([7, 3, 255, 0, 0, 255, 255, 90])
    expect(page.length).toBe(27 + 7 + 858)
  })

  it('contains its checksum, computed with an empty field', () => {
    const empty = Buffer.from(page)
    empty.writeUInt32LE(0, 22)

    expect(page.readUInt32LE(22)).toBe(oggChecksum(empty))
  })

  it('is marked as the last one of its stream', () => {
    const last = buildOggPage({
      place: 'last',
      granulePosition: 0,
      serialNumber: 1,
      sequenceNumber: 1,
      packets: [],
    })

    expect(last[5]).toBe(4)
  })

  it('returns its packets', () => {
    expect([...oggPackets(page)].map((packet) => packet.length)).toEqual([3, 255, 0, 600])
  })
})

it('the checksum is that of RFC 3533: the published check value of POSIX cksum, not inverted', () => {
  // CRC-32/CKSUM of "123456789" is 765e7680; it differs from OGG's only by the inversion at its end.
  expect(oggChecksum(Buffer.from('123456789'))).toBe(~0x765e7680 >>> 0)
})

it('a packet that continues on a second page is one packet', () => {
  const first = rawPage(0, [255], Buffer.alloc(255, 1))
  const second = rawPage(1, [10, 2], Buffer.alloc(12, 2))

  const lengths = [...oggPackets(Buffer.concat([first, second]))].map(({ length }) => length)

  expect(lengths).toEqual([265, 2])
})

it.each([
  ['a text', Buffer.from('not at all')],
  [
    'a page that is cut off',
    buildOggPage({
      place: 'first',
      granulePosition: 0,
      serialNumber: 1,
      sequenceNumber: 0,
      packets: [Buffer.alloc(90)],
    }).subarray(0, 60),
  ],
  ['a header that is cut off', Buffer.from('OggS')],
])('%s is refused', (_, file) => {
  expect(() => [...oggPackets(file)]).toThrow(RangeError)
})

function rawPage(flags: number, lacing: number[], body: Buffer): Buffer {
  const header = Buffer.alloc(27)
  header.write('OggS', 'latin1')
  header[5] = flags
  header[26] = lacing.length
  return Buffer.concat([header, Buffer.from(lacing), body])
}
