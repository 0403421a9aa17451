import { parentPort, workerData } from 'node:worker_threads'
import { encodeMp3 } from './encode-mp3'
import { encodeVoiceNote, type VoiceTask } from './encode-voice-note'
import { VoiceFailure, type VoiceNote } from './port'

// The program of the thread that creates one voice note or MP3 (see voice-note-threads.ts), bundled on its own.

export interface ThreadTask extends VoiceTask {
  readonly make: 'voice note' | 'mp3'
}

/** The results of the thread. Anything else ends it with an error. */
export type VoiceOutcome =
  | { readonly note: VoiceNote }
  | { readonly mp3: Uint8Array }
  | { readonly failure: string }

const task = workerData as ThreadTask // set only by `runThread`

parentPort?.postMessage(await encoded())

async function encoded(): Promise<VoiceOutcome> {
  try {
    return task.make === 'mp3' ? { mp3: await encodeMp3(task) } : { note: await encodeVoiceNote(task) }
  } catch (error) {
    // The decoders throw all kinds of errors for broken files; in this thread only the file can cause them.
    return { failure: error instanceof VoiceFailure ? error.message : `not decodable: ${error}` }
  }
}
