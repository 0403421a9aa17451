/** Why recording is impossible. `insecure`: browsers give the microphone only to https and localhost. */
export type MicrophoneProblem = 'refused' | 'missing' | 'busy' | 'insecure' | 'failed'

/** The microphone, after the person allowed it. Throws an error that `problemOf` reads. */
export async function openMicrophone(): Promise<MediaStream> {
  if (navigator.mediaDevices === undefined) throw new DOMException('No secure context', 'SecurityError')
  return navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  })
}

/** Maps the names of the browser's errors (Media Capture and Streams, getUserMedia). */
export function problemOf(error: unknown): MicrophoneProblem {
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
      return 'refused'
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'missing'
    case 'NotReadableError':
    case 'AbortError':
      return 'busy'
    case 'SecurityError':
      return 'insecure'
    default:
      return 'failed'
  }
}
