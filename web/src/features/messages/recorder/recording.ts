import { limits } from '@balcao/domain/limits'
import { type Observable, observable } from '../../../lib/observable'
import captureAddress from './capture.worklet?worker&url'
import EncodeWorker from './encode.worker?worker'
import type { Mp3EncoderRequest, Mp3EncoderResponse } from './encoder-talk'
import { openMicrophone } from './microphone'

export interface VoiceRecordingState {
  readonly isPaused: boolean
  readonly seconds: number
  readonly bytes: number
  /** The loudness over time: a value of 0 to 100 for each block of about a tenth of a second. */
  readonly loudness: readonly number[]
  /** The recording has reached the largest size that can be sent, and has stopped. */
  readonly isFull: boolean
}

/** A recording from its first sample until it is sent or discarded. A pause releases the microphone. */
export interface VoiceRecording {
  readonly state: Observable<VoiceRecordingState>
  pause(): void
  /** Continues after a pause. Throws the errors of `openMicrophone`. */
  resume(): Promise<void>
  soFar(): Promise<Blob>
  /** Returns the whole MP3. The recording cannot continue after this. */
  finish(): Promise<Blob>
  /** Releases the microphone and the encoder. Call once. */
  end(): void
}

/** Bytes reserved for the last frames, which the encoder adds when it closes the MP3. */
const roomBytes = 32 << 10

const empty: VoiceRecordingState = { isPaused: false, seconds: 0, bytes: 0, loudness: [], isFull: false }

/** Asks for the microphone and begins to record. Throws the errors of `openMicrophone`. */
export async function beginRecording(): Promise<VoiceRecording> {
  const microphone = await openMicrophone()
  const state = observable(empty)
  const context = new AudioContext()
  const encoder = new EncodeWorker()
  const post = (words: Mp3EncoderRequest) => encoder.postMessage(words)
  let stopListening: () => void = () => undefined
  const change = (part: Partial<VoiceRecordingState>) => state.set({ ...state.get(), ...part })

  function pause(): void {
    stopListening()
    change({ isPaused: true })
  }
  function end(): void {
    stopListening()
    encoder.terminate()
    void context.close()
  }
  function hear(samples: Float32Array): void {
    const { seconds, loudness, isPaused } = state.get()
    if (isPaused) return // This block was recorded before the pause, but arrived after it: drops it.
    change({
      seconds: seconds + samples.length / context.sampleRate,
      loudness: [...loudness, loudnessOf(samples)],
    })
    post({ say: 'sound', samples })
  }
  function take(isLast: boolean): Promise<Blob> {
    return new Promise((resolve) => {
      const listen = ({ data }: MessageEvent<Mp3EncoderResponse>) => {
        if (data.say !== 'taken') return
        encoder.removeEventListener('message', listen)
        resolve(data.mp3)
      }
      encoder.addEventListener('message', listen)
      post({ say: 'take', isLast })
    })
  }

  encoder.addEventListener('message', ({ data }: MessageEvent<Mp3EncoderResponse>) => {
    if (data.say !== 'grown') return
    const isFull = data.bytes + roomBytes >= limits.uploads.audio
    change({ bytes: data.bytes, isFull })
    if (isFull) pause()
  })
  try {
    await context.audioWorklet.addModule(captureAddress)
    post({ say: 'begin', rate: context.sampleRate })
    stopListening = listenTo(microphone, context, { onSound: hear, onLost: pause })
  } catch (error) {
    for (const track of microphone.getTracks()) track.stop()
    end()
    throw error
  }
  return {
    state,
    pause,
    async resume() {
      const again = await openMicrophone()
      stopListening = listenTo(again, context, { onSound: hear, onLost: pause })
      change({ isPaused: false })
    },
    soFar: () => take(false),
    finish() {
      pause()
      return take(true)
    },
    end,
  }
}

/** Passes the microphone's samples to `onSound`. Returns the function that releases the microphone. */
function listenTo(
  microphone: MediaStream,
  context: AudioContext,
  { onSound, onLost }: { onSound: (samples: Float32Array) => void; onLost: () => void },
): () => void {
  const source = context.createMediaStreamSource(microphone)
  const capture = new AudioWorkletNode(context, 'capture', {
    numberOfOutputs: 0,
    channelCount: 1,
    channelCountMode: 'explicit', // the browser then mixes several channels down
  })
  capture.port.onmessage = ({ data }: MessageEvent<Float32Array>) => onSound(data)
  source.connect(capture)
  // The browser fires `ended` when the microphone is unplugged.
  for (const track of microphone.getTracks()) track.addEventListener('ended', onLost)
  void context.resume() // Safari creates audio contexts in suspended state.
  return () => {
    source.disconnect()
    capture.port.onmessage = null
    for (const track of microphone.getTracks()) track.stop()
  }
}

/** The loudness for a meter, 0 to 100: -50 dB and less is 0, 0 dB is 100. */
function loudnessOf(samples: Float32Array): number {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
  const decibels = 10 * Math.log10(Math.max(power, 1e-10))
  return Math.round(Math.max(0, Math.min(100, (decibels + 50) * 2)))
}
