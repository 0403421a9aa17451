import { expect, it } from 'vitest'
import { webmToOgg } from './webm-to-ogg'

const FRAME_OF_20_MS = 0xf8
const HEAD = Buffer.from('4f707573486561640101380180bb0000000000', 'hex')

it("copies a recording's packets into Ogg unchanged, in order, with the time played so far", () => {
  const packets = Array.from({ length: 45 }, (_, at) =>
    Buffer.from([FRAME_OF_20_MS, at, ...Array(at * 8).fill(7)]),
  )

  const pages = readPages(webmToOgg(recordingOf(packets)))

  expect(pages[0]).toMatchObject({ flags: 2, packets: [HEAD] })
  expect(pages[1]?.packets[0]?.subarray(0, 8).toString()).toBe('OpusTags')
  expect(pages.slice(2).flatMap((page) => page.packets)).toEqual(packets)
  expect(pages.at(-1)).toMatchObject({ flags: 4, position: 312n + 45n * 960n })
  expect(pages.map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3, 4])
})

it.each([
  ['nothing inside', recordingOf([])],
  ['cut short', Buffer.from('1a45dfa380a3', 'hex')],
  ['no sound of Opus', Buffer.concat([Buffer.from('1a45dfa380', 'hex'), block(Buffer.from('x'))])],
])('refuses a recording with %s', (_, webm) => {
  expect(() => webmToOgg(webm)).toThrow(/recording/)
})

/** As Chromium's recorder writes it: segment and cluster without a length. */
function recordingOf(packets: Buffer[]): Buffer {
  const unknownLength = '01ffffffffffffff'
  return Buffer.concat([
    Buffer.from('1a45dfa380', 'hex'),
    Buffer.from(`18538067${unknownLength}1654ae6b`, 'hex'),
    sized(
      Buffer.concat([
        Buffer.from('ae', 'hex'),
        sized(Buffer.concat([Buffer.from('63a2', 'hex'), sized(HEAD)])),
      ]),
    ),
    Buffer.from(`1f43b675${unknownLength}`, 'hex'),
    ...packets.map(block),
  ])
}

function block(packet: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from('a3', 'hex'),
    sized(Buffer.concat([Buffer.from('81000080', 'hex'), packet])),
  ])
}

function sized(content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(0x10000000 + content.length)
  return Buffer.concat([length, content])
}

function readPages(ogg: Buffer) {
  const pages = []
  for (let at = 0; at < ogg.length; ) {
    expect(ogg.subarray(at, at + 4).toString()).toBe('OggS')
    const lacing = [...ogg.subarray(at + 27, at + 27 + ogg.readUInt8(at + 26))]
    let from = at + 27 + lacing.length
    const packets: Buffer[] = []
    let length = 0
    for (const part of lacing) {
      length += part
      if (part === 255) continue
      packets.push(ogg.subarray(from, from + length))
      from += length
      length = 0
    }
    const [flags, position, sequence] = [
      ogg.readUInt8(at + 5),
      ogg.readBigUInt64LE(at + 6),
      ogg.readUInt32LE(at + 18),
    ]
    pages.push({ flags, position, sequence, packets })
    at = from
  }
  return pages
}
