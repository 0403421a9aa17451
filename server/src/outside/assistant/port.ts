/** One line of a conversation, as the assistant gets it. */
export interface Spoken {
  readonly by: 'customer' | 'house'
  readonly text: string
}

export interface Question {
  readonly apiKey: string
  readonly instructions: string
  readonly history: readonly Spoken[]
  readonly maxTokens: number
  readonly temperature: number
}

export interface Answered {
  /** Empty when it only hands over. */
  readonly text: string
  /** It wants a person to go on. Where to is not its choice. */
  readonly handsOver: boolean
  readonly tokensIn: number
  readonly tokensOut: number
}

/** An assistant at an OpenAI-compatible service. Rejects with `BotFailure`. */
export interface Assistant {
  answer(question: Question, signal: AbortSignal): Promise<Answered>
  /** What a voice note says. */
  transcribe(apiKey: string, sound: Uint8Array, signal: AbortSignal): Promise<string>
}
