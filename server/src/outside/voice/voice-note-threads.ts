import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { runThread, type ThreadLimits, threadProgramUrl } from '../run-thread'
import { VoiceFailure, type VoiceNoteConverter } from './port'
import type { VoiceThreadResult, VoiceThreadTask } from './voice-worker'

export interface VoiceThreadLimits extends ThreadLimits {
  /** The longest sound to convert. */
  readonly mostSeconds: number
}

/** Twenty minutes of sound take 40 s on a small machine. One core stays free for the calls of users. */
export const voiceThreadLimits = {
  mostSeconds: 20 * 60,
  milliseconds: 90_000,
  heapMegabytes: 96,
  atOnce: Math.max(1, availableParallelism() - 1),
}

/** Converts each file in a thread of its own, so that a hang or crash of the decoder ends only this thread. */
export function createVoiceNoteConverter(limits: VoiceThreadLimits): VoiceNoteConverter {
  const waiting: (() => void)[] = []
  let free = limits.atOnce

  return {
    async make(sound, signal) {
      const outcome = await inItsTurn(taskOf('voice note', sound), signal)
      if (!('note' in outcome)) throw new Error('the thread returned another kind of result')
      return outcome.note
    },
    async makeMp3(sound, signal) {
      const outcome = await inItsTurn(taskOf('mp3', sound), signal)
      if (!('mp3' in outcome)) throw new Error('the thread returned another kind of result')
      return outcome.mp3
    },
  }

  function taskOf(make: VoiceThreadTask['make'], sound: Uint8Array): VoiceThreadTask {
    return { make, sound, mostSeconds: limits.mostSeconds, serialNumber: randomInt(2 ** 32) }
  }

  async function inItsTurn(
    task: VoiceThreadTask,
    signal: AbortSignal,
  ): Promise<Exclude<VoiceThreadResult, { failure: string }>> {
    await turn(signal)
    try {
      const outcome = await convert(task, limits, signal)
      if ('failure' in outcome) throw new VoiceFailure(outcome.failure)
      return outcome
    } finally {
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next()
    }
  }

  /** Resolves when a thread may start. Callers are served in the order of their calls. */
  async function turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (free > 0) {
      free -= 1
      return
    }
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        waiting.splice(waiting.indexOf(begin), 1)
        reject(signal.reason)
      }
      waiting.push(begin)
      signal.addEventListener('abort', giveUp, { once: true })
    })
  }
}

function convert(
  task: VoiceThreadTask,
  limits: VoiceThreadLimits,
  signal: AbortSignal,
): Promise<VoiceThreadResult> {
  const program = threadProgramUrl('voice-worker', import.meta.url)
  const late = { failure: 'it takes too long' }
  return runThread<VoiceThreadResult>(program, task, limits, signal, late, (thread, resolve) => {
    thread.once('message', resolve)
    thread.once('error', (error) => resolve({ failure: `the thread died of it: ${error.message}` }))
    thread.once('exit', () => resolve({ failure: 'the thread ended without an answer' }))
  })
}
