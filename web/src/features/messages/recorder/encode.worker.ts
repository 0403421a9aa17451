import { Mp3Encoder } from '@breezystack/lamejs'
import type { Mp3EncoderRequest, Mp3EncoderResponse } from './encoder-talk'
import { createResampler, mp3SampleRateFor, toInt16Samples } from './resample'

/** Encodes MP3 in plain JavaScript, because WebAssembly would need a looser content security policy. */

const kilobitsPerSecond = 128 // CONVO-13 requires this bit rate.
const chunks: Uint8Array<ArrayBuffer>[] = []
let encoder = new Mp3Encoder(1, 44_100, kilobitsPerSecond)
let resample = createResampler(44_100, 44_100)

self.onmessage = ({ data }: MessageEvent<Mp3EncoderRequest>) => {
  switch (data.say) {
    case 'begin': {
      const rate = mp3SampleRateFor(data.rate)
      encoder = new Mp3Encoder(1, rate, kilobitsPerSecond)
      resample = createResampler(data.rate, rate)
      return
    }
    case 'sound':
      keep(encoder.encodeBuffer(toInt16Samples(resample(data.samples))))
      return post({ say: 'grown', bytes: chunks.reduce((sum, { length }) => sum + length, 0) })
    case 'take':
      if (data.isLast) keep(encoder.flush())
      return post({ say: 'taken', mp3: new Blob(chunks, { type: 'audio/mpeg' }) })
  }
}

function keep(mp3: Uint8Array): void {
  // Copies the bytes, because the encoder reuses its buffer.
  if (mp3.length > 0) chunks.push(new Uint8Array(mp3))
}

function post(words: Mp3EncoderResponse): void {
  self.postMessage(words)
}
