import sharp from 'sharp'

/** This file generates the smallest valid content of each file type, so that the repository has no binary files. */
const text = (value: string) => Buffer.from(value, 'utf8')
const canvas = { create: { width: 4, height: 3, channels: 3, background: '#264' } } as const

export const html = text('<!doctype html><script>alert(1)</script>')
export const svg = text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
export const svgWithProlog = text(`<?xml version="1.0"?>${svg}`)
export const xml = text('<?xml version="1.0"?><?xml-stylesheet href="x.xsl"?><a/>')
export const pdf = text('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n%%EOF')
export const mp4 = Buffer.concat([
  Buffer.from([0, 0, 0, 0x18]),
  text('ftypisom'),
  Buffer.alloc(4),
  text('isommp42'),
])
export const m4a = Buffer.concat([
  Buffer.from([0, 0, 0, 0x18]),
  text('ftypM4A '),
  Buffer.alloc(4),
  text('M4A mp42'),
])
export const mp3 = Buffer.concat([
  text('ID3'),
  Buffer.from([4, 0, 0, 0, 0, 0, 0]),
  Buffer.from([0xff, 0xfb, 0x90, 0]),
])
export const ogg = Buffer.concat([text('OggS'), Buffer.alloc(24), text('OpusHead'), Buffer.alloc(20)])
export const webm = Buffer.concat([
  Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84]),
  text('webm'),
  Buffer.alloc(20),
])

export const jpeg = () => sharp(canvas).jpeg().toBuffer()
export const png = () => sharp(canvas).png().toBuffer()
export const webp = () => sharp(canvas).webp().toBuffer()
export const gif = () => sharp(canvas).gif().toBuffer()
/** A file that begins like a GIF, and that a browser which ignores those bytes would show as HTML. */
export const gifPolyglot = () => Buffer.concat([text('GIF89a/*'), Buffer.alloc(8), text('*/=1;'), html])
export const jpegWithHtmlAppended = async () => Buffer.concat([await jpeg(), html])

/** Makes a PNG of few bytes that declares 30,000 by 30,000 pixels, which would fill a browser's memory. */
export async function pixelBomb(): Promise<Buffer> {
  const bytes = Buffer.from(await png())
  bytes.writeUInt32BE(30_000, 16)
  bytes.writeUInt32BE(30_000, 20)
  const checked = bytes.subarray(12, 29)
  bytes.writeUInt32BE(crc32(checked), 29)
  return bytes
}

function crc32(bytes: Uint8Array): number {
  const step = (value: number) => (value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1)
  const round = (value: number) => Array.from({ length: 8 }).reduce<number>((sum) => step(sum), value)
  return (
    (bytes.reduce((sum, byte) => round((sum ^ byte) & 0xff) ^ (sum >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0
  )
}
