import type { PaidCallOptions } from '../assistant/port'

export interface SpeechRequest {
  readonly key: string
  readonly region: string
  /** The name of the voice, such as `pt-BR-FranciscaNeural`. */
  readonly voice: string
  readonly text: string
}

/** Converts a text to speech: MP3. Rejects with `BotFailure`. */
export interface SpeechSynthesizer {
  say(toSay: SpeechRequest, errand: PaidCallOptions): Promise<Uint8Array>
}
