import { WAVEFORM_LENGTH } from './port'

/** Combines the loudness of short pieces, in order, into the bars of a voice note: the loudest bar is 100. */
export function waveformOf(loudness: readonly number[]): number[] {
  const bars = Array.from({ length: WAVEFORM_LENGTH }, (_, bar) => {
    const from = Math.floor((bar * loudness.length) / WAVEFORM_LENGTH)
    const to = Math.max(from + 1, Math.floor(((bar + 1) * loudness.length) / WAVEFORM_LENGTH))
    return mean(loudness.slice(from, to))
  })
  const loudest = Math.max(...bars)
  return bars.map((bar) => (loudest === 0 ? 0 : Math.round((bar / loudest) * 100)))
}

/** The mean loudness of some samples. */
export function loudnessOf(samples: Float32Array): number {
  return mean(samples.map(Math.abs))
}

function mean(values: ArrayLike<number>): number {
  let sum = 0
  for (let at = 0; at < values.length; at++) sum += values[at] ?? 0
  return values.length === 0 ? 0 : sum / values.length
}
