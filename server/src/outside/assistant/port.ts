/** One message of a conversation, as the assistant gets it. */
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
  /** Empty when the assistant only hands over. */
  readonly text: string
  /** The assistant asks for a person. It does not choose the target queue. */
  readonly handsOver: boolean
}

/** The cost of calls: their number, and tokens as the service counted them. */
export interface Cost {
  readonly calls: number
  readonly tokensIn: number
  readonly tokensOut: number
}

/** The parameters of every paid call. */
export interface CostReporting {
  readonly signal: AbortSignal
  /**
   * Called for each call that the service answered, also with a useless answer, and for each call that ended while
   * the service may have worked on it: both are charged.
   */
  readonly paid: (cost: Cost) => void
}

/** An assistant at an OpenAI-compatible service. Rejects with `BotFailure`. */
export interface Assistant {
  answer(question: Question, errand: CostReporting): Promise<Answered>
  /** Transcribes a voice note. */
  transcribe(apiKey: string, sound: Uint8Array, errand: CostReporting): Promise<string>
}
