import { createMp3Encoder } from 'wasm-media-encoders'
import type { VoiceTask } from './encode-voice-note'
import { monoSound } from './mono-sound'
import { OPUS_RATE } from './opus-file'
import { VoiceFailure } from './port'

/** Enough for speech on one channel. */
const KILOBITS_PER_SECOND = 64

/**
 * Encodes an MP3 that every browser plays. Uses the processor for about an eightieth of its length, so it runs in a
 * thread of its own.
 */
export async function encodeMp3({
  sound,
  mostSeconds,
}: Pick<VoiceTask, 'sound' | 'mostSeconds'>): Promise<Uint8Array> {
  const encoder = await createMp3Encoder()
  encoder.configure({ channels: 1, sampleRate: OPUS_RATE, bitrate: KILOBITS_PER_SECOND })
  const parts: Uint8Array[] = []
  let sampleCount = 0
  for await (const samples of monoSound(sound)) {
    sampleCount += samples.length
    if (sampleCount > mostSeconds * OPUS_RATE) throw new VoiceFailure('too long for a voice note')
    // The result is in the encoder's memory and is overwritten by the next call.
    parts.push(encoder.encode([samples]).slice())
  }
  if (sampleCount === 0) throw new VoiceFailure('no sound in this file')
  parts.push(encoder.finalize().slice())
  return Buffer.concat(parts)
}
