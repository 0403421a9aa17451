// The OGG container as far as one stream of sound needs it (RFC 3533): pages that carry packets.

/** The last page of a stream, and the first. */
type PagePlace = 'first' | 'middle' | 'last'

export interface Page {
  readonly place: PagePlace
  /** What a player has played when this page is over; of Opus, samples at 48 kHz, those to be skipped included. */
  readonly granulePosition: number
  readonly serialNumber: number
  readonly sequenceNumber: number
  /** At most `MOST_PACKETS`, each shorter than 64 kB. */
  readonly packets: readonly Uint8Array[]
}

/** With packets of an Opus encoder, of 1,275 bytes at most and so of six lacing values each, a page is never too full. */
export const MOST_PACKETS = 40

const HEADER_BYTES = 27
const CONTINUED = 1
const FIRST = 2
const LAST = 4
const CRC_AT = 22

/** The bytes of one page, its checksum included. Its packets begin and end in it. */
export function oggPage({ place, granulePosition, serialNumber, sequenceNumber, packets }: Page): Buffer {
  const lacing = packets.flatMap(lacingOf)
  if (lacing.length > 255) throw new RangeError('too many packets for one page')
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('OggS', 'latin1')
  header[5] = { first: FIRST, middle: 0, last: LAST }[place]
  header.writeBigUInt64LE(BigInt(granulePosition), 6)
  header.writeUInt32LE(serialNumber, 14)
  header.writeUInt32LE(sequenceNumber, 18)
  header[26] = lacing.length
  const page = Buffer.concat([header, Buffer.from(lacing), ...packets])
  page.writeUInt32LE(oggChecksum(page), CRC_AT)
  return page
}

/** A packet's length as the container writes it: 255 as often as it goes in, then the rest, which may be 0. */
function lacingOf({ length }: Uint8Array): number[] {
  return [...Array<number>(Math.floor(length / 255)).fill(255), length % 255]
}

/** CRC-32 with polynomial 04c11db7, unreflected and beginning at 0: not the one of zip and PNG. */
export function oggChecksum(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) crc = ((crc << 8) ^ (crcTable[(crc >>> 24) ^ byte] ?? 0)) >>> 0
  return crc
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte << 24
  for (let bit = 0; bit < 8; bit++) rest = rest & 0x80000000 ? (rest << 1) ^ 0x04c11db7 : rest << 1
  return rest >>> 0
})

/** The packets of a file's first stream, also those that go on over several pages. Throws when it is no OGG file. */
export function* oggPackets(file: Uint8Array): Generator<Buffer> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  let begun: Buffer[] = []
  let stream: number | null = null
  for (let at = 0; at < bytes.length; ) {
    const { serialNumber, isContinued, lacing, bodyAt, end } = pageAt(bytes, at)
    stream ??= serialNumber
    if (serialNumber === stream) {
      if (!isContinued) begun = []
      let packetAt = bodyAt
      for (const length of lacing) {
        begun.push(bytes.subarray(packetAt, packetAt + length))
        packetAt += length
        if (length === 255) continue
        yield Buffer.concat(begun)
        begun = []
      }
    }
    at = end
  }
}

function pageAt(bytes: Buffer, at: number) {
  if (bytes.toString('latin1', at, at + 4) !== 'OggS' || at + HEADER_BYTES > bytes.length)
    throw new RangeError('no OGG page')
  const lacingEnd = at + HEADER_BYTES + bytes.readUInt8(at + 26)
  const lacing = bytes.subarray(at + HEADER_BYTES, lacingEnd)
  const end = lacing.reduce((sum, length) => sum + length, lacingEnd)
  if (end > bytes.length) throw new RangeError('an OGG page is cut off')
  return {
    serialNumber: bytes.readUInt32LE(at + 14),
    isContinued: (bytes.readUInt8(at + 5) & CONTINUED) !== 0,
    lacing,
    bodyAt: lacingEnd,
    end,
  }
}
