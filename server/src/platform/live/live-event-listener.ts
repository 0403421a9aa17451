import type { CompanyWork } from '../work'

/** `kept` is what the transaction stores: the facts, or ids and versions to read them again. */
export interface TransactionEvent {
  readonly name: string
  readonly kept: unknown
  /** A query may still be reading the facts when the transaction commits. */
  readonly facts: unknown
}

/** Its statements are sent with the commit, so it must start all of them at once, without awaiting one. */
export interface LiveEventListener {
  readonly keep: (
    work: Pick<CompanyWork, 'companyId' | 'db' | 'now'>,
    happenings: readonly TransactionEvent[],
  ) => Promise<unknown>
}
