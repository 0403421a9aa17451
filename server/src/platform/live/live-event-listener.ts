import type { CompanyWork } from '../work'

/** An event. `kept` is what its transaction stores: the facts, or ids and versions to read them again. */
export interface TransactionEvent {
  readonly name: string
  readonly kept: unknown
  /** The facts, or a promise of them: a query may still be reading them when the transaction commits. */
  readonly facts: unknown
}

/**
 * Stores what outside programs, such as webhooks, must learn of events. `keep` starts its statements without waiting
 * for their results, so that they are sent together with the commit.
 */
export interface LiveEventListener {
  readonly keep: (
    work: Pick<CompanyWork, 'companyId' | 'db' | 'now'>,
    happenings: readonly TransactionEvent[],
  ) => Promise<unknown>
}
