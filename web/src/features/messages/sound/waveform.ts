/** Reduces loudness of 0 to 100 to `count` bars, each the loudest of its part. Without loudness: a plain low line. */
export function barsOf(waveform: readonly number[] | null, count: number): readonly number[] {
  if (waveform === null || waveform.length === 0) return Array.from({ length: count }, () => 12)
  return Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * waveform.length) / count)
    const to = Math.max(from + 1, Math.floor(((bar + 1) * waveform.length) / count))
    return Math.max(...waveform.slice(from, to))
  })
}
