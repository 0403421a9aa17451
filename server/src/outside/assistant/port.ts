export interface AssistantHistoryMessage {
  readonly by: 'customer' | 'company'
  readonly text: string
}

export interface AssistantQuestion {
  readonly apiKey: string
  readonly instructions: string
  readonly history: readonly AssistantHistoryMessage[]
  readonly maxTokens: number
  readonly temperature: number
}

export interface AssistantAnswer {
  /** Empty when the assistant only hands the conversation over to a person. */
  readonly text: string
  /** The assistant asks for a person. It does not choose the target queue. */
  readonly handsOver: boolean
}

export interface AssistantCost {
  readonly calls: number
  readonly tokensIn: number
  readonly tokensOut: number
}

export interface PaidCallOptions {
  readonly signal: AbortSignal
  /** Called for each call that the service may have processed, answered or not, because it charges for both. */
  readonly paid: (cost: AssistantCost) => void
}

/** An assistant at an OpenAI-compatible service. Rejects with `BotFailure`. */
export interface Assistant {
  answer(question: AssistantQuestion, errand: PaidCallOptions): Promise<AssistantAnswer>
  transcribe(apiKey: string, sound: Uint8Array, errand: PaidCallOptions): Promise<string>
}
