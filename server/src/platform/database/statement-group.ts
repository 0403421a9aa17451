import type { Duplex } from 'node:stream'
import pg from 'pg'

export interface GroupedStatement {
  readonly name: string
  readonly text: string
  /** The parameter values as the driver sends them: texts, bytes and nulls. */
  readonly values: readonly unknown[]
}

/** `command` is PostgreSQL's command tag, with the number of rows: `INSERT 0 1`. */
export interface GroupedStatementResult {
  readonly rows: Record<string, unknown>[]
  command: string
}

interface Wire {
  readonly stream: Duplex
  /** The statements that this connection has prepared, by name. The driver uses the same map for its own queries. */
  readonly parsedStatements: Record<string, string>
  parse(statement: { name: string; text: string }): void
  bind(statement: { statement: string; values: readonly unknown[] }): void
  describe(portal: { type: 'P'; name: string }): void
  execute(portal: { portal: string }): void
  close(statement: { type: 'S'; name: string }): void
  sync(): void
}

interface Column {
  readonly name: string
  parse(text: string): unknown
}

interface Prepared {
  /** The result columns of each statement, by its name. They never change, so PostgreSQL is asked for them once. */
  readonly columns: Map<string, readonly Column[]>
  /**
   * The names of statements that may or may not be prepared after an error. A group closes such a statement before it
   * prepares it again.
   */
  readonly doubtful: Set<string>
}

/**
 * Sends several statements in one write with one Sync, because the driver sends a Sync after each query. A group
 * without BEGIN and COMMIT is one transaction, so a local setting in its first step applies to the others. After an
 * error PostgreSQL skips the rest of the group.
 */
export class StatementGroup {
  readonly answers: Promise<GroupedStatementResult[]>
  readonly #answers: GroupedStatementResult[]
  readonly #parsed = new Set<string>()
  #columns: readonly Column[] = []
  #at = 0
  #wire: Wire | undefined
  #resolve: (answers: GroupedStatementResult[]) => void = () => undefined
  #reject: (error: unknown) => void = () => undefined

  constructor(readonly steps: readonly GroupedStatement[]) {
    this.#answers = steps.map(() => ({ rows: [], command: '' }))
    this.answers = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  /** The driver calls this method when it may send, and the handlers below when the answers arrive. */
  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire // the driver's types lack some members of `Wire`
    this.#wire = wire
    wire.stream.cork()
    for (const step of this.steps) this.#send(wire, step)
    wire.sync()
    wire.stream.uncork()
  }

  #send(wire: Wire, { name, text, values }: GroupedStatement): void {
    const { columns, doubtful } = preparedOn(wire)
    if (wire.parsedStatements[name] === undefined) {
      if (doubtful.delete(name)) wire.close({ type: 'S', name })
      wire.parse({ name, text })
      wire.parsedStatements[name] = text
      this.#parsed.add(name)
    }
    wire.bind({ statement: name, values })
    if (!columns.has(name)) wire.describe({ type: 'P', name: '' })
    wire.execute({ portal: '' })
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#learnColumns(
      fields.map(({ name, dataTypeID }) => ({ name, parse: pg.types.getTypeParser(dataTypeID, 'text') })),
    )
  }

  #learnColumns(columns: readonly Column[]): void {
    const name = this.steps[this.#at]?.name
    if (this.#wire !== undefined && name !== undefined) preparedOn(this.#wire).columns.set(name, columns)
  }

  #knownColumns(): readonly Column[] | undefined {
    const name = this.steps[this.#at]?.name ?? ''
    return this.#wire && preparedOn(this.#wire).columns.get(name)
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const rows = this.#answers[this.#at]?.rows
    if (rows?.length === 0) this.#columns = this.#knownColumns() ?? []
    const row: Record<string, unknown> = {}
    for (const [at, { name, parse }] of this.#columns.entries()) {
      const text = fields[at] ?? null
      row[name] = text === null ? null : parse(text)
    }
    rows?.push(row)
  }

  handleCommandComplete({ text }: { text: string }): void {
    // PostgreSQL has described no columns, so the statement has none
    if (this.#knownColumns() === undefined) this.#learnColumns([])
    const answer = this.#answers[this.#at++]
    if (answer !== undefined) answer.command = text
  }

  /**
   * Marks the failed statement and the later ones of this group as doubtful: PostgreSQL may have prepared the failed
   * statement, and has skipped the later ones.
   */
  handleError(error: unknown): void {
    if (this.#wire !== undefined) {
      const { columns, doubtful } = preparedOn(this.#wire)
      for (const { name } of this.steps.slice(this.#at)) {
        if (!this.#parsed.has(name)) continue
        delete this.#wire.parsedStatements[name]
        columns.delete(name)
        doubtful.add(name)
      }
    }
    this.#reject(error)
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#answers)
  }
}

const preparedOf = new WeakMap<Wire, Prepared>()

function preparedOn(wire: Wire): Prepared {
  const known = preparedOf.get(wire) ?? { columns: new Map(), doubtful: new Set() }
  preparedOf.set(wire, known)
  return known
}
