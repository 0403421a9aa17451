/** Counters since the start. A test that ends with non-empty `unknown` or `errors` has failed. */
export interface SimulatorStats {
  connections: number
  /** Tags and iq keys that the simulator does not know, in order. */
  unknown: string[]
  /** Faults that a correct client never has: broken MACs, forged signatures, malformed stanzas. */
  errors: string[]
  /** Types of notifications before the login that a companion never acknowledged; it was dropped for each. */
  unacknowledged: string[]
  /** Requests for letters that were refused. */
  refusedLetters: number
  /** Stanzas that contacts refused because their counter had been used before. */
  refusedCounters: number
  /** Stanzas delivered again because the product had not answered them. */
  redelivered: number
  retriesFromProduct: number
  resentByContacts: number
  retriesByContacts: number
  resentByProduct: number
  /** Refusals of the product by error code. */
  nacks: Record<string, number>
  receipts: number
  /** By the fault `loseReceipts`. */
  lostReceipts: number
  /** By the fault `loseAnswers`. */
  lostAnswers: number
  uploads: number
  downloads: number
}

export function emptyStats(): SimulatorStats {
  return {
    connections: 0,
    unknown: [],
    errors: [],
    unacknowledged: [],
    refusedLetters: 0,
    refusedCounters: 0,
    redelivered: 0,
    retriesFromProduct: 0,
    resentByContacts: 0,
    retriesByContacts: 0,
    resentByProduct: 0,
    nacks: {},
    receipts: 0,
    lostReceipts: 0,
    lostAnswers: 0,
    uploads: 0,
    downloads: 0,
  }
}
