import { MPEGDecoder } from 'mpg123-decoder'
import OpusScript from 'opusscript'
import { OPUS_SAMPLE_RATE, readOpusFile } from './opus-file'

/** Samples of one channel at 48 kHz, -1 to 1, in parts, so that a long file is never in memory as a whole. */
export type MonoSound = AsyncIterable<Float32Array>

const PART_BYTES = 32 << 10

/** Throws, possibly late, for files that are no MP3 or OGG/Opus, or broken. */
export function decodeToMono(file: Uint8Array): MonoSound {
  const isOgg = Buffer.from(file.subarray(0, 4)).toString('latin1') === 'OggS'
  return isOgg ? soundOfOpus(file) : soundOfMp3(file)
}

async function* soundOfMp3(file: Uint8Array): MonoSound {
  const decoder = new MPEGDecoder()
  await decoder.ready
  const toOpusRate = resampler()
  for (let at = 0; at < file.length; at += PART_BYTES) {
    const { channelData, sampleRate } = decoder.decode(file.subarray(at, at + PART_BYTES))
    const mono = mixedToMono(channelData)
    if (mono.length > 0) yield toOpusRate(mono, sampleRate)
  }
}

async function* soundOfOpus(file: Uint8Array): MonoSound {
  const { preSkip, packets } = readOpusFile(file)
  // The Opus decoder mixes stereo to mono itself.
  const decoder = new OpusScript(OPUS_SAMPLE_RATE, 1, OpusScript.Application.VOIP)
  let skip = preSkip
  for (const packet of packets) {
    const samples = fromPcm(decoder.decode(Buffer.from(packet)))
    yield samples.subarray(skip)
    skip = Math.max(0, skip - samples.length)
  }
}

function mixedToMono([first = new Float32Array(), second]: readonly Float32Array[]): Float32Array {
  return second === undefined ? first : first.map((sample, at) => (sample + (second[at] ?? 0)) / 2)
}

function fromPcm(bytes: Buffer): Float32Array {
  return Float32Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readInt16LE(at * 2) / 32_768)
}

/** Linear interpolation is enough for speech, which has hardly any energy near half of the sample rate. */
function resampler(): (samples: Float32Array, rate: number) => Float32Array {
  let last = 0
  /** The next output sample's position in source samples. 0 is the last sample of the previous part. */
  let next = 1
  return (samples, rate) => {
    const step = rate / OPUS_SAMPLE_RATE
    const count = Math.max(0, Math.floor((samples.length - next) / step) + 1)
    const at = (index: number) => (index === 0 ? last : (samples[index - 1] ?? 0))
    const made = new Float32Array(count)
    for (let made_at = 0; made_at < count; made_at++) {
      const place = next + made_at * step
      const before = Math.floor(place)
      made[made_at] = at(before) + (place - before) * (at(Math.min(before + 1, samples.length)) - at(before))
    }
    last = samples.at(-1) ?? last
    next += count * step - samples.length
    return made
  }
}
