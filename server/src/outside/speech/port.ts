import type { CostReporting } from '../assistant/port'

export interface SpeechRequest {
  readonly key: string
  readonly region: string
  /** `pt-BR-FranciscaNeural`. */
  readonly voice: string
  readonly text: string
}

/** Converts a text to speech: MP3. Rejects with `BotFailure`. */
export interface Speech {
  say(toSay: SpeechRequest, errand: CostReporting): Promise<Uint8Array>
}
