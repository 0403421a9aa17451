/** Why recording is impossible. `insecure`: browsers offer the microphone only on https and localhost. */
export type MicrophoneProblem = 'refused' | 'missing' | 'busy' | 'insecure' | 'failed'

/** Opens the microphone after the user has allowed it. `microphoneProblemOf` classifies the errors. */
export async function openMicrophone(): Promise<MediaStream> {
  if (navigator.mediaDevices === undefined) throw new DOMException('No secure context', 'SecurityError')
  return navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  })
}

export function microphoneProblemOf(error: unknown): MicrophoneProblem {
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
