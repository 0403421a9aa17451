import type { PaidErrand } from '../assistant/port'

export interface ToSay {
  readonly key: string
  readonly region: string
  /** `pt-BR-FranciscaNeural`. */
  readonly voice: string
  readonly text: string
}

/** Says a text aloud: MP3. Rejects with `BotFailure`. */
export interface Speech {
  say(toSay: ToSay, errand: PaidErrand): Promise<Uint8Array>
}
