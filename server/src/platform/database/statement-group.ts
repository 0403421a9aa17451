/// <reference path="./pg-utils.d.ts" />
import type { Duplex } from 'node:stream'
import pg from 'pg'
import utils from 'pg/lib/utils'

/** One statement of a group with its values. */
export interface GroupStep {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
}

/** The driver's connection, as used for the wire protocol. */
interface Wire {
  readonly stream: Duplex
  /** The statements that this connection has prepared, by name; the driver's own queries use the same map. */
  readonly parsedStatements: Record<string, string>
  parse(statement: { name: string; text: string }): void
  bind(statement: {
    statement: string
    values: readonly unknown[]
    valueMapper: (value: unknown) => unknown
  }): void
  describe(portal: { type: 'P'; name: string }): void
  execute(portal: { portal: string }): void
  sync(): void
}

interface Column {
  readonly name: string
  parse(text: string): unknown
}
type Row = Record<string, unknown>

/**
 * Statements that are sent in one write and answered in one. Between two Syncs of the protocol they are one
 * transaction, without BEGIN or COMMIT, and a local setting in the first applies to the others. The driver sends a
 * Sync after each query, so this class uses its connection directly, as the driver's own queries do.
 *
 * An error rolls the whole group back. The connection must then be closed, because it is unknown which statements the
 * group has prepared.
 */
export class StatementGroup {
  /** The rows of each step, in order. */
  readonly rows: Promise<Row[][]>
  readonly #answers: Row[][]
  #columns: readonly Column[] = []
  #at = 0
  #wire: Wire | undefined
  #resolve: (rows: Row[][]) => void = () => undefined
  #reject: (error: unknown) => void = () => undefined

  constructor(readonly steps: readonly GroupStep[]) {
    this.#answers = steps.map(() => [])
    this.rows = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  /** The driver calls this when the connection is free, and the handlers below when the answers arrive. */
  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire // the driver's types lack half of it
    this.#wire = wire
    wire.stream.cork()
    try {
      for (const step of this.steps) this.#send(wire, step)
    } catch (error) {
      this.#reject(error)
    } finally {
      wire.sync()
      wire.stream.uncork()
    }
    this.#columns = columnsOf(wire).get(this.steps[0]?.name ?? '') ?? []
  }

  #send(wire: Wire, { name, text, values }: GroupStep): void {
    if (wire.parsedStatements[name] === undefined) {
      wire.parse({ name, text })
      wire.parsedStatements[name] = text
    }
    wire.bind({ statement: name, values, valueMapper: utils.prepareValue })
    // The columns of a prepared statement never change, so they are requested once.
    if (!columnsOf(wire).has(name)) wire.describe({ type: 'P', name: '' })
    wire.execute({ portal: '' })
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: pg.types.getTypeParser(dataTypeID, 'text'),
    }))
    const step = this.steps[this.#at]
    if (this.#wire !== undefined && step !== undefined) columnsOf(this.#wire).set(step.name, this.#columns)
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const row: Row = {}
    for (const [at, { name, parse }] of this.#columns.entries()) {
      const text = fields[at] ?? null
      row[name] = text === null ? null : parse(text)
    }
    this.#answers[this.#at]?.push(row)
  }

  handleCommandComplete(): void {
    this.#at++
    const next = this.steps[this.#at]
    if (this.#wire !== undefined && next !== undefined)
      this.#columns = columnsOf(this.#wire).get(next.name) ?? []
  }

  handleError(error: unknown): void {
    this.#reject(error)
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#answers)
  }
}

const knownColumns = new WeakMap<Wire, Map<string, readonly Column[]>>()

function columnsOf(wire: Wire): Map<string, readonly Column[]> {
  const known = knownColumns.get(wire) ?? new Map<string, readonly Column[]>()
  knownColumns.set(wire, known)
  return known
}
