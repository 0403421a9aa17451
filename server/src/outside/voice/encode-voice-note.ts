import OpusScript from 'opusscript'
import { decodeToMono, type MonoSound } from './mono-sound'
import { buildOpusFile, OPUS_SAMPLE_RATE, PRE_SKIP_SAMPLES, SAMPLES_PER_OPUS_PACKET } from './opus-file'
import { VoiceFailure, type VoiceNote, WAVEFORM_LENGTH } from './port'

export interface VoiceEncodingTask {
  /** An MP3 or OGG/Opus file. */
  readonly sound: Uint8Array
  /** The longest sound to encode, because a small file of silence can expand to any length. */
  readonly mostSeconds: number
  /** The Ogg stream's serial number: any 32-bit number. */
  readonly serialNumber: number
}

const BITS_PER_SECOND = 32_000

/** The encoding takes about a thirtieth of the sound's length in CPU time, so it must run in a thread of its own. */
export async function encodeVoiceNote({
  sound,
  serialNumber,
  mostSeconds,
}: VoiceEncodingTask): Promise<VoiceNote> {
  const encoder = new OpusScript(OPUS_SAMPLE_RATE, 1, OpusScript.Application.VOIP)
  encoder.setBitrate(BITS_PER_SECOND)
  const packets: Uint8Array[] = []
  const loudness: number[] = []
  let sampleCount = 0
  for await (const samples of inFrames(decodeToMono(sound))) {
    sampleCount += samples.length
    if (sampleCount > mostSeconds * OPUS_SAMPLE_RATE) throw new VoiceFailure('too long for a voice note')
    loudness.push(mean(samples.map(Math.abs)))
    packets.push(encoder.encode(asPcm(samples), SAMPLES_PER_OPUS_PACKET))
  }
  if (sampleCount === 0) throw new VoiceFailure('no sound in this file')
  // The encoder's output lags behind its input by `PRE_SKIP` samples. Silence at the end flushes the rest.
  const needed = Math.ceil((PRE_SKIP_SAMPLES + sampleCount) / SAMPLES_PER_OPUS_PACKET)
  while (packets.length < needed)
    packets.push(encoder.encode(asPcm(new Float32Array()), SAMPLES_PER_OPUS_PACKET))
  return {
    ogg: buildOpusFile(packets, sampleCount, serialNumber),
    seconds: Math.max(1, Math.round(sampleCount / OPUS_SAMPLE_RATE)),
    waveform: waveformOf(loudness),
  }
}

/** Regroups the samples into parts of one packet each; the last part may be shorter. */
async function* inFrames(sound: MonoSound): MonoSound {
  let left = new Float32Array()
  for await (const part of sound) {
    const samples = new Float32Array(left.length + part.length)
    samples.set(left)
    samples.set(part, left.length)
    const whole = samples.length - (samples.length % SAMPLES_PER_OPUS_PACKET)
    for (let at = 0; at < whole; at += SAMPLES_PER_OPUS_PACKET)
      yield samples.subarray(at, at + SAMPLES_PER_OPUS_PACKET)
    left = samples.slice(whole)
  }
  if (left.length > 0) yield left
}

/** One packet of 16 bit samples, padded with silence. */
function asPcm(samples: Float32Array): Buffer {
  const pcm = Buffer.alloc(SAMPLES_PER_OPUS_PACKET * 2)
  samples.forEach((sample, at) => {
    pcm.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), at * 2)
  })
  return pcm
}

/** Combines the loudness of short pieces, in order, into the bars of a voice note: the loudest bar is 100. */
function waveformOf(loudness: readonly number[]): number[] {
  const bars = Array.from({ length: WAVEFORM_LENGTH }, (_, bar) => {
    const from = Math.floor((bar * loudness.length) / WAVEFORM_LENGTH)
    const to = Math.max(from + 1, Math.floor(((bar + 1) * loudness.length) / WAVEFORM_LENGTH))
    return mean(loudness.slice(from, to))
  })
  const loudest = Math.max(...bars)
  return bars.map((bar) => (loudest === 0 ? 0 : Math.round((bar / loudest) * 100)))
}

function mean(values: ArrayLike<number>): number {
  let sum = 0
  for (let at = 0; at < values.length; at++) sum += values[at] ?? 0
  return values.length === 0 ? 0 : sum / values.length
}
