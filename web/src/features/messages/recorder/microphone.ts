/** Why recording is impossible. `insecure`: browsers offer the microphone only on https and localhost. */
export type MicrophoneProblem = 'refused' | 'missing' | 'busy' | 'insecure' | 'failed'

/** Opens the microphone after the user has allowed it. `microphoneProblemOf` classifies the errors. */
export async function openMicrophone(): Promise<MediaStream> {
  if (navigator.mediaDevices === undefined) throw new DOMException('No secure context', 'SecurityError')
  return navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  })
}

const problems: Readonly<Record<string, MicrophoneProblem>> = {
  NotAllowedError: 'refused',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
  SecurityError: 'insecure',
}

export function microphoneProblemOf(error: unknown): MicrophoneProblem {
  return (error instanceof DOMException ? problems[error.name] : undefined) ?? 'failed'
}
