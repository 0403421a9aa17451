/** What the simulator counted since it started. A test that ends with `unknown` or `errors` not empty has failed. */
export interface SimulatorStats {
  connections: number
  /** Tags and iq keys that the simulator did not understand, in order. */
  unknown: string[]
  /** What a faithful client never sends: broken MACs, forged signatures, malformed stanzas. */
  errors: string[]
  /** Types of notifications before the login that a companion never acknowledged; it was dropped for each. */
  unacknowledged: string[]
  /** Requests for letters that were refused. */
  refusedLetters: number
  /** Stanzas that contacts refused because their counter had been used before. */
  refusedCounters: number
  /** Stanzas handed over again because the product had not answered for them. */
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
