/** One line of a conversation, as the assistant gets it. */
export interface Spoken {
  readonly by: 'customer' | 'company'
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
}

/** What was paid for: calls, and tokens as the service counted them. */
export interface Cost {
  readonly calls: number
  readonly tokensIn: number
  readonly tokensOut: number
}

/** What every call of a paid service gets. */
export interface PaidErrand {
  readonly signal: AbortSignal
  /**
   * Told of each call that the service answered, whatever its answer was worth, and of each that ended while it was
   * perhaps at work: both are paid.
   */
  readonly paid: (cost: Cost) => void
}

/** An assistant at an OpenAI-compatible service. Rejects with `BotFailure`. */
export interface Assistant {
  answer(question: Question, errand: PaidErrand): Promise<Answered>
  /** What a voice note says. */
  transcribe(apiKey: string, sound: Uint8Array, errand: PaidErrand): Promise<string>
}
