import { parentPort, workerData } from 'node:worker_threads'
import { encodeMp3 } from './encode-mp3'
import { encodeVoiceNote, type VoiceTask } from './encode-voice-note'
import { VoiceFailure, type VoiceNote } from './port'

// The program of the thread that makes one voice note or MP3 (see voice-note-threads.ts), bundled on its own.

export interface ThreadTask extends VoiceTask {
  readonly make: 'voice note' | 'mp3'
}

/** What the thread hands back. Anything else ends it with an error. */
export type VoiceOutcome =
  | { readonly note: VoiceNote }
  | { readonly mp3: Uint8Array }
  | { readonly failure: string }

const task = workerData as ThreadTask // set by `runThread` alone

parentPort?.postMessage(await encoded())

async function encoded(): Promise<VoiceOutcome> {
  try {
    return task.make === 'mp3' ? { mp3: await encodeMp3(task) } : { note: await encodeVoiceNote(task) }
  } catch (error) {
    // The decoders throw all kinds of errors on broken files; what this thread met can only be the file's fault.
    return { failure: error instanceof VoiceFailure ? error.message : `not decodable: ${error}` }
  }
}
