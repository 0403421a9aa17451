import { Refusal } from './answers'

/**
 * Copies the Opus packets of a WebM recording (the only format of Chromium's recorder) into Ogg, as WhatsApp wants
 * voice. It re-encodes nothing. Matroska: RFC 9559; Ogg: RFC 3533; Opus in Ogg: RFC 7845.
 */
export function webmToOgg(webm: Buffer): Buffer {
  const { head, packets } = readOpus(webm)
  if (!head || packets.length === 0) throw new Refusal(400, 'the recording holds no Opus sound')
  const pages = [page(0, 0n, FIRST, [head]), page(1, 0n, 0, [opusTags()])]
  let position = BigInt(head.readUInt16LE(PRE_SKIP_AT))
  for (let at = 0; at < packets.length; at += PACKETS_A_PAGE) {
    const some = packets.slice(at, at + PACKETS_A_PAGE)
    for (const packet of some) position += BigInt(samplesIn(packet))
    const isLast = at + PACKETS_A_PAGE >= packets.length
    pages.push(page(pages.length, position, isLast ? LAST : 0, some))
  }
  return Buffer.concat(pages)
}

export function isWebm(bytes: Buffer): boolean {
  return bytes.length > 4 && bytes.readUInt32BE(0) === EBML
}

const EBML = 0x1a45dfa3
const FIRST = 2
const LAST = 4
const PACKETS_A_PAGE = 20
const PRE_SKIP_AT = 10

/** Elements that contain the wanted ones: Segment, Cluster, Tracks, TrackEntry, BlockGroup. */
const HOLDERS = new Set([0x18538067, 0x1f43b675, 0x1654ae6b, 0xae, 0xa0])
const CODEC_PRIVATE = 0x63a2
const SIMPLE_BLOCK = 0xa3
const BLOCK = 0xa1

function readOpus(bytes: Buffer): { head: Buffer | undefined; packets: Buffer[] } {
  const packets: Buffer[] = []
  let head: Buffer | undefined
  for (const { id, from, to } of elements(bytes)) {
    const content = bytes.subarray(from, to)
    if (id === CODEC_PRIVATE && content.subarray(0, 8).toString('latin1') === 'OpusHead') head = content
    // A block begins with its track (one byte here), its time (two) and its flags (one).
    if ((id === SIMPLE_BLOCK || id === BLOCK) && content.length > 4) packets.push(content.subarray(4))
  }
  return { head, packets }
}

/** Every element, also nested ones. An unknown size, as recorders write it, means "up to the end". */
function* elements(bytes: Buffer): Generator<{ id: number; from: number; to: number }> {
  let at = 0
  while (at + 2 <= bytes.length) {
    const id = readVint(bytes, at, true)
    const size = readVint(bytes, at + id.length, false)
    const from = at + id.length + size.length
    if (HOLDERS.has(id.value)) {
      at = from
      continue
    }
    const to = Math.min(from + size.value, bytes.length)
    yield { id: id.value, from, to }
    at = to
  }
}

/** A number whose first byte encodes its length; ids include that mark, sizes do not. */
function readVint(bytes: Buffer, at: number, keepsMark: boolean): { value: number; length: number } {
  const first = bytes[at] ?? 0
  const length = Math.clz32(first) - 23
  if (length > 8 || at + length > bytes.length) throw new Refusal(400, 'the recording is cut short')
  let value = keepsMark ? first : first & ((1 << (8 - length)) - 1)
  for (let next = 1; next < length; next++) value = value * 256 + (bytes[at + next] ?? 0)
  return { value, length }
}

/** Samples at 48 kHz of a packet, from its first byte (RFC 6716, section 3.1). */
function samplesIn(packet: Buffer): number {
  const first = packet[0] ?? 0
  const frames = [1, 2, 2, (packet[1] ?? 0) & 63][first & 3] ?? 1
  return frames * frameSamples(first >> 3)
}

function frameSamples(config: number): number {
  if (config < 12) return [480, 960, 1920, 2880][config & 3] ?? 960
  if (config < 16) return [480, 960][config & 1] ?? 960
  return [120, 240, 480, 960][config & 3] ?? 960
}

function opusTags(): Buffer {
  const vendor = Buffer.from('simulator')
  const length = Buffer.alloc(4)
  length.writeUInt32LE(vendor.length)
  return Buffer.concat([Buffer.from('OpusTags'), length, vendor, Buffer.alloc(4)])
}

function page(sequence: number, position: bigint, flags: number, packets: Buffer[]): Buffer {
  const lacing = Buffer.from(
    packets.flatMap(({ length }) => [...Array(Math.floor(length / 255)).fill(255), length % 255]),
  )
  const header = Buffer.alloc(27)
  header.write('OggS', 'latin1')
  header.writeUInt8(flags, 5)
  header.writeBigUInt64LE(position, 6)
  header.writeUInt32LE(STREAM, 14)
  header.writeUInt32LE(sequence, 18)
  header.writeUInt8(lacing.length, 26)
  const whole = Buffer.concat([header, lacing, ...packets])
  whole.writeUInt32LE(checksum(whole), 22)
  return whole
}

const STREAM = 0x62616c63

const CRC = Array.from({ length: 256 }, (_, start) => {
  let value = start << 24
  for (let bit = 0; bit < 8; bit++) value = (value << 1) ^ (value < 0 ? 0x04c11db7 : 0)
  return value >>> 0
})

function checksum(bytes: Buffer): number {
  let sum = 0
  for (const byte of bytes) sum = ((sum << 8) ^ (CRC[(sum >>> 24) ^ byte] ?? 0)) >>> 0
  return sum
}
