import { describe, expect, it } from 'vitest'
import { createResampler, mp3SampleRateFor, toInt16Samples } from './resample'

const tone = (rate: number, count: number) =>
  Float32Array.from({ length: count }, (_, at) => Math.sin((at / rate) * 2 * Math.PI * 440))

describe('resampling for the encoder', () => {
  it.each([
    [44_100, 44_100],
    [48_000, 48_000],
    [16_000, 44_100],
    [96_000, 44_100],
  ])('sound of %i samples a second is encoded at %i', (rate, expected) => {
    expect(mp3SampleRateFor(rate)).toBe(expected)
  })

  it.each([16_000, 32_000, 96_000, 192_000])(
    'a second of %i samples is a second of 44,100, in blocks of any size',
    (from) => {
      const resample = createResampler(from, 44_100)
      const whole = tone(from, from)
      const given: number[] = []

      for (let at = 0; at < from; at += 4_096) given.push(...resample(whole.subarray(at, at + 4_096)))

      expect(Math.abs(given.length - 44_100)).toBeLessThanOrEqual(1)
      const expected = tone(44_100, 44_100)
      const worst = Math.max(
        ...given.slice(10, 44_000).map((value, at) => Math.abs(value - shifted(expected, at, from))),
      )
      expect(worst).toBeLessThan(0.03)

      /** The first output sample is the silence before, so every sample is one input sample late. */
      function shifted(wave: Float32Array, at: number, rate: number): number {
        const place = at + 10 - 44_100 / rate
        const left = Math.floor(place)
        const [low = 0, high = 0] = [wave[left], wave[left + 1]]
        return low + (high - low) * (place - left)
      }
    },
  )

  it('clips samples beyond full scale', () => {
    expect([...toInt16Samples(Float32Array.of(-2, -1, 0, 1, 2))]).toEqual([
      -32_767, -32_767, 0, 32_767, 32_767,
    ])
  })
})
