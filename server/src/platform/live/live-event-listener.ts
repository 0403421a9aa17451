import type { CompanyDb } from '../database/db'

/** What an act recorded: the name of a kind of event, and its facts. */
export interface Happening {
  readonly name: string
  readonly facts: unknown
}

/**
 * Keeps, in the act's own transaction, what others than subscribers are to be told of its events. All that it asks travels with
 * the commit, so it must ask at once, not one thing after the answer to another.
 */
export interface LiveEventListener {
  readonly keep: (db: CompanyDb, happenings: readonly Happening[], now: Date) => Promise<unknown>
}
