import pg from 'pg'
import { StatementGroup } from '../platform/database/statement-group'

/** One transaction of the product: its statements, in order. */
export type LoggedTransaction = readonly LoggedStatement[]

interface LoggedStatement {
  readonly name: string
  readonly values: readonly unknown[]
}

export interface TransactionLog {
  /** The transactions committed since the last call, oldest first. */
  taken(): readonly LoggedTransaction[]
  stop(): void
}

/**
 * Records the transactions of all connections of this process's pools: each named statement, and the ends of acts.
 * Each round trip of a read is a transaction.
 */
export function logTransactions(): TransactionLog {
  const original = pg.Client.prototype.query
  const running = new WeakMap<pg.Client, LoggedStatement[]>()
  let committed: LoggedTransaction[] = []

  function note(client: pg.Client, query: unknown): void {
    if (typeof query === 'string') {
      if (query.startsWith('begin')) running.set(client, [])
      if (query === 'commit') committed.push(running.get(client) ?? [])
    } else if (query instanceof StatementGroup) {
      committed.push(query.steps.slice(1)) // the first step only sets the company
    } else if (isNamed(query)) {
      running.get(client)?.push({ name: query.name, values: query.values })
    }
  }

  pg.Client.prototype.query = function (this: pg.Client, ...call: unknown[]) {
    note(this, call[0])
    return Reflect.apply(original, this, call)
  } as typeof original // the same function, with recording
  return {
    taken() {
      const taken = committed
      committed = []
      return taken
    },
    stop() {
      pg.Client.prototype.query = original
    },
  }
}

function isNamed(query: unknown): query is LoggedStatement {
  return typeof query === 'object' && query !== null && 'name' in query && 'values' in query
}
