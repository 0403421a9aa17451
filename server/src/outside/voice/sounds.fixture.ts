import OpusScript from 'opusscript'
import { buildOpusFile, OPUS_SAMPLE_RATE, PRE_SKIP_SAMPLES, SAMPLES_PER_OPUS_PACKET } from './opus-file'

/** This file generates small sound files for tests, so that the repository has no binary files. */

const MP3_FRAME_SAMPLES = 1_152
/** MPEG 1 layer III, 128 kbps, 44.1 kHz, one channel; no side information and no data mean silence. */
const mp3Frame = Buffer.concat([Buffer.of(0xff, 0xfb, 0x90, 0xc0), Buffer.alloc(413)])

export function silentMp3(seconds: number): Buffer {
  return Buffer.concat(Array(Math.ceil((seconds * 44_100) / MP3_FRAME_SAMPLES)).fill(mp3Frame))
}

/** An OGG/Opus file with a tone of 440 Hz whose loudness over time is given from 0 to 1. */
export function toneOgg(seconds: number, heightAt: (second: number) => number = () => 0.5): Buffer {
  const encoder = new OpusScript(OPUS_SAMPLE_RATE, 1, OpusScript.Application.AUDIO)
  const count = seconds * OPUS_SAMPLE_RATE
  const packets = Array.from(
    { length: Math.ceil((count + PRE_SKIP_SAMPLES) / SAMPLES_PER_OPUS_PACKET) },
    (_, frame) => {
      const pcm = Buffer.alloc(SAMPLES_PER_OPUS_PACKET * 2)
      for (let sample = 0; sample < SAMPLES_PER_OPUS_PACKET; sample++) {
        const second = (frame * SAMPLES_PER_OPUS_PACKET + sample) / OPUS_SAMPLE_RATE
        const value = Math.sin(second * 440 * 2 * Math.PI) * heightAt(second)
        pcm.writeInt16LE(Math.round(value * 32_000), sample * 2)
      }
      return encoder.encode(pcm, SAMPLES_PER_OPUS_PACKET)
    },
  )
  return buildOpusFile(packets, count, 7)
}
