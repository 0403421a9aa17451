// The part of the OGG container that one stream of sound needs (RFC 3533): pages of packets.

type PagePlace = 'first' | 'middle' | 'last'

export interface OggPage {
  readonly place: PagePlace
  /** The number of samples up to the end of this page, at 48 kHz; in Opus, with those that players skip. */
  readonly granulePosition: number
  readonly serialNumber: number
  readonly sequenceNumber: number
  /** At most `MAX_PACKETS_PER_PAGE`, each shorter than 64 kB. */
  readonly packets: readonly Uint8Array[]
}

/** So many Opus packets fit: each has at most 1,275 bytes, and needs six of a page's 255 lacing values. */
export const MAX_PACKETS_PER_PAGE = 40

const HEADER_BYTES = 27
const CONTINUED = 1
const FIRST = 2
const LAST = 4
const CRC_AT = 22

export function buildOggPage({
  place,
  granulePosition,
  serialNumber,
  sequenceNumber,
  packets,
}: OggPage): Buffer {
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

/** The length of a packet as lacing values: values of 255, then the rest, which may be 0. */
function lacingOf({ length }: Uint8Array): number[] {
  return [...Array<number>(Math.floor(length / 255)).fill(255), length % 255]
}

/** CRC-32 with polynomial 04c11db7, unreflected, initial value 0. The CRC-32 of zip and PNG is a different one. */
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

/** The packets of a file's first stream, also those that span several pages. Throws if it is no OGG file. */
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
