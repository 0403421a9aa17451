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

  function note(client: pg.Client, { steps }: StatementGroup): void {
    const [first] = steps
    if (first?.name === 'platform.companyReadSetup') {
      committed.push(steps.slice(1))
      return
    }
    if (first?.name === 'platform.begin') running.set(client, [])
    const named = steps.filter(({ name }) => !name.startsWith('platform.'))
    running.get(client)?.push(...named)
    if (steps.some(({ name }) => name === 'platform.commit')) committed.push(running.get(client) ?? [])
  }

  pg.Client.prototype.query = function (this: pg.Client, ...call: unknown[]) {
    if (call[0] instanceof StatementGroup) note(this, call[0])
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
