/** The sample rates that every phone and browser plays, and that are usual for an MP3 of 128 kbps. */
const encodedRates: readonly number[] = [44_100, 48_000]

export function mp3SampleRateFor(rate: number): number {
  return encodedRates.includes(rate) ? rate : 44_100
}

/** Converts blocks of samples from one rate to another by linear interpolation, without gaps between blocks. */
export function createResampler(from: number, to: number): (samples: Float32Array) => Float32Array {
  if (from === to) return (samples) => samples
  const step = from / to
  let before = 0 // The last sample of the previous block.
  let place = 0 // The position of the next output sample, in input samples from the previous block's last sample.
  return (samples) => {
    const count = Math.max(0, Math.ceil((samples.length - place) / step))
    const given = new Float32Array(count)
    for (let at = 0; at < count; at++) {
      const exact = place + at * step
      const left = Math.floor(exact)
      const low = left === 0 ? before : (samples[left - 1] ?? 0)
      given[at] = low + ((samples[left] ?? low) - low) * (exact - left)
    }
    place += count * step - samples.length
    before = samples.at(-1) ?? before
    return given
  }
}

/** Converts samples of -1 to 1 to integers of 16 bits. */
export function toInt16Samples(samples: Float32Array): Int16Array {
  return Int16Array.from(samples, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767))
}
