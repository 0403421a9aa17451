import { parentPort, workerData } from 'node:worker_threads'
import { createMp3Encoder } from 'wasm-media-encoders'
import { encodeVoiceNote, type VoiceEncodingTask } from './encode-voice-note'
import { decodeToMono } from './mono-sound'
import { OPUS_SAMPLE_RATE } from './opus-file'
import { VoiceFailure, type VoiceNote } from './port'

// The program of the thread that creates one voice note or MP3 (see voice-note-threads.ts), bundled on its own.

const KILOBITS_PER_SECOND = 64

export interface VoiceThreadTask extends VoiceEncodingTask {
  readonly make: 'voice note' | 'mp3'
}

/** The one message that the thread sends. A thread that ends without it counts as failed. */
export type VoiceThreadResult =
  | { readonly note: VoiceNote }
  | { readonly mp3: Uint8Array }
  | { readonly failure: string }

const task = workerData as VoiceThreadTask // the cast is safe: `runThread` passes data of this type

parentPort?.postMessage(await encoded())

async function encoded(): Promise<VoiceThreadResult> {
  try {
    return task.make === 'mp3' ? { mp3: await encodeMp3(task) } : { note: await encodeVoiceNote(task) }
  } catch (error) {
    // The decoders throw all kinds of errors for broken files; in this thread only the file can cause them.
    return { failure: error instanceof VoiceFailure ? error.message : `not decodable: ${error}` }
  }
}

/** The encoding takes about an eightieth of the sound's length in CPU time, so it must run in a thread of its own. */
async function encodeMp3({
  sound,
  mostSeconds,
}: Pick<VoiceEncodingTask, 'sound' | 'mostSeconds'>): Promise<Uint8Array> {
  const encoder = await createMp3Encoder()
  encoder.configure({ channels: 1, sampleRate: OPUS_SAMPLE_RATE, bitrate: KILOBITS_PER_SECOND })
  const parts: Uint8Array[] = []
  let sampleCount = 0
  for await (const samples of decodeToMono(sound)) {
    sampleCount += samples.length
    if (sampleCount > mostSeconds * OPUS_SAMPLE_RATE) throw new VoiceFailure('too long for a voice note')
    // The encoder overwrites its memory in the next call, so the bytes are copied.
    parts.push(encoder.encode([samples]).slice())
  }
  if (sampleCount === 0) throw new VoiceFailure('no sound in this file')
  parts.push(encoder.finalize().slice())
  return Buffer.concat(parts)
}
