import { describe, expect, it } from 'vitest'
import { buildOpusFile, readOpusFile } from './opus-file'

const packets = Array.from({ length: 100 }, (_, at) => Buffer.alloc(60, at))
const file = buildOpusFile(packets, 95_000, 0x1234)
const pages = pagesOf(file)

describe('an Opus file', () => {
  it('begins with OpusHead: version 1, one channel, 312 samples of lead, 48 kHz, family 0', () => {
    expect(pages[0]?.body.toString('hex')).toBe(
      `${Buffer.from('OpusHead').toString('hex')}01013801${'80bb0000'}000000`,
    )
    expect(pages[0]).toMatchObject({ flags: 2, granule: 0n })
  })

  it('continues with OpusTags: a vendor and no comments', () => {
    const body = pages[1]?.body ?? Buffer.alloc(0)

    expect(body.toString('latin1', 0, 8)).toBe('OpusTags')
    expect(body.readUInt32LE(8)).toBe(body.length - 16)
    expect(body.readUInt32LE(body.length - 4)).toBe(0)
    expect(pages[1]).toMatchObject({ flags: 0, granule: 0n })
  })

  it('counts 960 samples per packet, and ends at the last sample of the sound', () => {
    expect(pages.slice(2).map(({ granule }) => granule)).toEqual([38_400n, 76_800n, 95_312n])
  })

  it('numbers its pages, all of one stream, and marks the last one', () => {
    expect(pages.map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3, 4])
    expect(new Set(pages.map(({ serial }) => serial))).toEqual(new Set([0x1234]))
    expect(pages.map(({ flags }) => flags)).toEqual([2, 0, 0, 0, 4])
  })

  it('returns its sound', () => {
    const sound = readOpusFile(file)

    expect(sound.preSkip).toBe(312)
    expect([...sound.packets].map((packet) => packet[0])).toEqual(packets.map((packet) => packet[0]))
  })
})

it('another sound in OGG is refused', () => {
  const vorbis = Buffer.from(file)
  vorbis.write('XXXX', 28)

  expect(() => readOpusFile(vorbis)).toThrow('no Opus')
})

/** An independent reader, so that errors in writer and reader cannot cancel out. */
function pagesOf(bytes: Buffer) {
  const found = []
  for (let at = bytes.indexOf('OggS'); at >= 0; at = bytes.indexOf('OggS', at + 1)) {
    const next = bytes.indexOf('OggS', at + 1)
    found.push({
      flags: bytes[at + 5],
      granule: bytes.readBigUInt64LE(at + 6),
      serial: bytes.readUInt32LE(at + 14),
      sequence: bytes.readUInt32LE(at + 18),
      body: bytes.subarray(at + 27 + bytes.readUInt8(at + 26), next < 0 ? undefined : next),
    })
  }
  return found
}
