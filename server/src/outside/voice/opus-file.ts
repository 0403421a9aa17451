import { buildOggPage, MAX_PACKETS_PER_PAGE, oggPackets } from './ogg-pages'

// Opus in OGG (RFC 7845): a page with OpusHead, one with OpusTags, then the sound.

/** Opus counts samples at 48 kHz, regardless of the original rate. */
export const OPUS_SAMPLE_RATE = 48_000
/** Samples of one packet: 20 ms, as phones send them. */
export const SAMPLES_PER_OPUS_PACKET = 960
/** The delay of libopus's encoder in samples at 48 kHz, which a player skips. */
export const PRE_SKIP_SAMPLES = 312

/** Each packet has 20 ms of sound. `sampleCount` is the length of the sound without the pre-skip. */
export function buildOpusFile(
  packets: readonly Uint8Array[],
  sampleCount: number,
  serialNumber: number,
): Buffer {
  const page = (
    place: 'first' | 'middle' | 'last',
    sequence: number,
    granule: number,
    held: readonly Uint8Array[],
  ) =>
    buildOggPage({ place, granulePosition: granule, serialNumber, sequenceNumber: sequence, packets: held })
  const pages = [page('first', 0, 0, [opusHead()]), page('middle', 1, 0, [opusTags()])]
  for (let at = 0; at < packets.length; at += MAX_PACKETS_PER_PAGE) {
    const held = packets.slice(at, at + MAX_PACKETS_PER_PAGE)
    const isLast = at + MAX_PACKETS_PER_PAGE >= packets.length
    // The last page's granule position is the end of the sound, where players cut it (RFC 7845, 4.4).
    const granule = isLast ? PRE_SKIP_SAMPLES + sampleCount : (at + held.length) * SAMPLES_PER_OPUS_PACKET
    pages.push(page(isLast ? 'last' : 'middle', pages.length, granule, held))
  }
  return Buffer.concat(pages)
}

function opusHead(): Buffer {
  const head = Buffer.alloc(19)
  head.write('OpusHead', 'latin1')
  head[8] = 1 // version
  head[9] = 1 // channels
  head.writeUInt16LE(PRE_SKIP_SAMPLES, 10)
  head.writeUInt32LE(OPUS_SAMPLE_RATE, 12)
  return head // the other bytes stay 0: no gain, mapping family 0
}

function opusTags(): Buffer {
  const vendor = Buffer.from('balcao')
  const tags = Buffer.alloc(8 + 4 + vendor.length + 4)
  tags.write('OpusTags', 'latin1')
  tags.writeUInt32LE(vendor.length, 8)
  vendor.copy(tags, 12)
  return tags // the number of comments stays 0
}

export interface OpusSound {
  /** Samples at 48 kHz to skip at the beginning. */
  readonly preSkip: number
  readonly packets: Iterable<Uint8Array>
}

/** Throws if the OGG file contains another format than Opus. */
export function readOpusFile(file: Uint8Array): OpusSound {
  const packets = oggPackets(file)
  const head = packets.next().value
  if (head?.toString('latin1', 0, 8) !== 'OpusHead' || head.length < 19)
    throw new RangeError('no Opus in this OGG')
  packets.next() // skips the packet OpusTags
  return { preSkip: head.readUInt16LE(10), packets }
}
