import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readOpusFile } from './opus-file'
import { VoiceFailure, WAVEFORM_LENGTH } from './port'
import { silentMp3, toneOgg } from './sounds.fixture'
import { createVoiceNoteConverter } from './voice-note-threads'

const after = (milliseconds: number, task: () => void) => {
  const timer = setTimeout(task, milliseconds)
  return () => clearTimeout(timer)
}
const patient = { mostSeconds: 60, milliseconds: 60_000, heapMegabytes: 96, atOnce: 1, after }
const threads = createVoiceNoteConverter(patient)
const never = new AbortController().signal

describe('CONVO-13 a recording becomes a voice note', () => {
  it('an MP3 from the browser becomes OGG/Opus of the same length', async () => {
    const note = await threads.make(silentMp3(5), never)

    expect(note.seconds).toBe(5)
    const { packets } = readOpusFile(note.ogg)
    expect([...packets].length).toBe(Math.ceil((192 * 1_152 * (48_000 / 44_100) + 312) / 960))
  })

  it('an OGG/Opus file', async () => {
    const note = await threads.make(toneOgg(2), never)

    expect(note.seconds).toBe(2)
    expect(Buffer.from(note.ogg).toString('latin1', 28, 36)).toBe('OpusHead')
  })

  it('has the loudness of each of its parts, from 0 to 100', async () => {
    const { waveform } = await threads.make(
      toneOgg(3, (second) => (second < 1 ? 0 : second < 2 ? 0.2 : 0.8)),
      never,
    )

    expect(waveform).toHaveLength(WAVEFORM_LENGTH)
    const [silent, low, loud] = [waveform.slice(2, 19), waveform.slice(23, 41), waveform.slice(45, 62)]
    expect(Math.max(...silent)).toBeLessThan(3)
    expect(low.every((bar) => bar > 15 && bar < 35)).toBe(true)
    expect(loud.every((bar) => bar > 90 && bar <= 100)).toBe(true)
  })

  it('silence has an empty waveform', async () => {
    const { waveform } = await threads.make(silentMp3(1), never)

    expect(waveform).toEqual(Array(WAVEFORM_LENGTH).fill(0))
  })
})

describe('a voice note becomes a format that iPhones play', () => {
  it('MP3 of the same length and loudness, 64 kbit/s', async () => {
    const mp3 = await threads.makeMp3(
      toneOgg(4, (second) => (second < 2 ? 0.1 : 0.8)),
      never,
    )

    expect(Buffer.from(mp3).readUInt16BE(0) & 0xffe0).toBe(0xffe0) // begins with a frame
    expect(mp3.length / 4).toBeGreaterThan(7_500)
    expect(mp3.length / 4).toBeLessThan(8_500)
    const inbound = await threads.make(mp3, never)
    expect(inbound.seconds).toBe(4)
    expect(Math.max(...inbound.waveform.slice(2, 30))).toBeLessThan(20)
    expect(Math.min(...inbound.waveform.slice(34, 62))).toBeGreaterThan(90)
  })

  it.each([
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an OGG of noise', Buffer.concat([Buffer.from('OggS'), Buffer.alloc(5_000, 0xa5)])],
    ['an empty file', Buffer.alloc(0)],
  ])('%s cannot be converted', async (_, file) => {
    await expect(threads.makeMp3(file, never)).rejects.toThrow(VoiceFailure)
  })

  it('nor can a sound above the maximum length after decoding', async () => {
    await expect(threads.makeMp3(silentMp3(61), never)).rejects.toThrow('too long')
  })
})

describe('C6 hostile sounds', () => {
  it.each([
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an empty file', Buffer.alloc(0)],
    ['a film', Buffer.from('\0\0\0\x18ftypisom')],
    ['an OGG that breaks off', toneOgg(1).subarray(0, 400)],
    ['an OGG of noise', Buffer.concat([Buffer.from('OggS'), Buffer.alloc(5_000, 0xa5)])],
    ['noise', Buffer.alloc(50_000, 0x5a)],
  ])('%s is refused, and the next one is converted', async (_, file) => {
    await expect(threads.make(file, never)).rejects.toThrow(VoiceFailure)

    expect((await threads.make(silentMp3(1), never)).seconds).toBe(1)
  })

  it('no code here starts a program or uses the network', () => {
    const folder = new URL('.', import.meta.url)
    const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
    const texts = files.map((name) => readFileSync(new URL(name, folder), 'utf8'))

    expect(files.length).toBeGreaterThan(3)
    expect(texts.join('\n')).not.toMatch(/child_process|node:(net|http|https|dgram|tls)'|\bfetch\(|egress/)
  })

  it('a sound above the maximum length after decoding is refused', async () => {
    await expect(threads.make(silentMp3(61), never)).rejects.toThrow('too long')
  })

  it('a sound above the time limit is given up, and its thread ends', async () => {
    const hasty = createVoiceNoteConverter({ ...patient, milliseconds: 1 })

    await expect(hasty.make(toneOgg(20), never)).rejects.toThrow('takes too long')
  })

  it('a sound that exhausts the memory of its thread ends only the thread', async () => {
    const small = createVoiceNoteConverter({ ...patient, heapMegabytes: 1 })

    await expect(small.make(silentMp3(60), never)).rejects.toThrow(VoiceFailure)
  })
})

it('one at a time: the next one starts after the one before, and a waiting one may abort', async () => {
  const order: string[] = []
  const giving = new AbortController()

  const first = threads.make(toneOgg(1), never).then(() => order.push('first'))
  const second = threads.make(toneOgg(1), giving.signal).catch(() => order.push('given up'))
  const third = threads.make(toneOgg(1), never).then(() => order.push('third'))
  giving.abort()
  await Promise.all([first, second, third])

  expect(order).toEqual(['given up', 'first', 'third'])
})

it('the event loop continues during a conversion', async () => {
  let turns = 0
  const turning = setInterval(() => {
    turns += 1
  }, 5)

  await threads.make(silentMp3(30), never)

  clearInterval(turning)
  expect(turns).toBeGreaterThan(20)
})
