import type { CompanyDb } from '../database/db'

/** An event of an act: the name of its kind, and its facts. */
export interface Happening {
  readonly name: string
  readonly facts: unknown
}

/**
 * Stores in the act's own transaction what programs outside must get of its events. Its statements travel with the
 * commit, so it must start all of them at once and must not await one before the next.
 */
export interface LiveEventListener {
  readonly keep: (db: CompanyDb, happenings: readonly Happening[], now: Date) => Promise<unknown>
}
