/// <reference path="./pg-utils.d.ts" />

import type { CompanyId } from '@balcao/domain/ids'
import type { PoolClient } from 'pg'
import utils from 'pg/lib/utils'
import type { CompanyDb, Db } from './db'
import { type Params, parameterValuesOf, type Statement, type StatementArguments } from './statement'
import { type GroupedStatement, type GroupedStatementResult, StatementGroup } from './statement-group'

interface Reading {
  readonly db: CompanyDb
  /** Ends the reading: resolves when all queries have been answered. */
  end(): Promise<unknown>
}

interface PendingStep {
  readonly step: GroupedStatement
  resolve(answer: GroupedStatementResult): void
  reject(error: unknown): void
}

/** Sends the statements of one tick in one write. Later statements do not wait for the answers of earlier ones. */
export interface StatementQueue {
  ask(step: GroupedStatement): Promise<GroupedStatementResult>
  /** Resolves when all answers have arrived, with the error of the first failed statement, or undefined. */
  end(): Promise<unknown>
}

/** Creates the queue of a connection. `opening` returns the steps to send before those of each tick, such as BEGIN. */
export function createStatementQueue(
  client: PoolClient,
  opening: () => readonly GroupedStatement[],
): StatementQueue {
  let asked: PendingStep[] = []
  const sent = new Set<Promise<void>>()
  let failure: unknown

  async function send(): Promise<void> {
    await endOfTick()
    const together = asked
    asked = []
    const first = opening()
    const group = new StatementGroup([...first, ...together.map(({ step }) => step)])
    client.query(group)
    try {
      const answers = await group.answers
      for (const [at, { resolve }] of together.entries())
        resolve(answers[first.length + at] ?? { rows: [], command: '' })
    } catch (error) {
      failure ??= error
      for (const { reject } of together) reject(error)
    }
  }

  return {
    ask: (step) =>
      new Promise((resolve, reject) => {
        asked.push({ step, resolve, reject })
        if (asked.length > 1) return
        const sending = send().finally(() => sent.delete(sending))
        sent.add(sending)
      }),
    async end() {
      while (sent.size > 0) await Promise.all(sent)
      return failure
    },
  }
}

/** Waits until the running code of the transaction has queued its statements, so that they are sent together. */
async function endOfTick(): Promise<void> {
  // Waits for a promise callback: outside of one, Node would run `nextTick` before the waiting promise callbacks.
  await undefined
  await new Promise<void>((resolve) => process.nextTick(resolve))
}

/**
 * Creates the `Db` of a transaction. Its methods throw once `isOver` returns true, because the connection may then
 * serve another company.
 */
export function createDb<Scope extends 'company' | 'platform'>(
  queue: StatementQueue,
  scope: Scope,
  isOver: () => boolean,
): Db & { scope: Scope } {
  /**
   * Throws at once for a value that cannot be sent: its statement never reaches PostgreSQL, so the transaction would
   * commit without it.
   */
  const ask = (statement: Statement<Params, unknown>, params?: Params) => {
    const { name, text } = statement
    if (isOver()) throw new Error(`${name}: the act of this statement is over`)
    return queue.ask({ name, text, values: parameterValuesOf(statement, params).map(utils.prepareValue) })
  }
  const rowsOf = async <P extends Params, R>(statement: Statement<P, R>, params?: P) =>
    // the cast is safe: the statement declares the type of its rows, and tests check it
    (await ask(statement, params)).rows as R[]
  return {
    scope,
    rows: rowsOf,
    row: async (statement, ...[params]) => (await rowsOf(statement, params))[0] ?? null,
    async one(statement, ...[params]) {
      const [row, ...others] = await rowsOf(statement, params)
      if (row === undefined || others.length > 0)
        throw new Error(
          `${statement.name}: one row expected, ${row === undefined ? 0 : others.length + 1} found`,
        )
      return row
    },
    // the error also fails the commit
    send: (statement, ...[params]) => void ask(statement, params).catch(() => undefined),
    run: async (statement, ...[params]) => writtenRows((await ask(statement, params)).command),
  }
}

/** The number of written rows: the last number of PostgreSQL's answer, such as `INSERT 0 3` or `UPDATE 3`. */
function writtenRows(command: string): number {
  return Number(/\d+$/.exec(command)?.[0] ?? 0)
}

/** Sends all queries of one tick together, as one read-only transaction. */
export function createReadDb(client: PoolClient, companyId: CompanyId): Reading {
  const queue = createStatementQueue(client, () => [companyReadSetup(companyId)])
  return {
    end: queue.end,
    db: {
      ...createDb(queue, 'company', () => false),
      async run<P extends Params, R>({ name }: Statement<P, R>, ..._given: StatementArguments<P>) {
        throw new Error(`${name}: a read writes nothing`)
      },
    },
  }
}

/** Sets the company for one group of reads, and generic plans, because planning would cost more than most reads. */
function companyReadSetup(companyId: CompanyId): GroupedStatement {
  return {
    name: 'platform.companyReadSetup',
    text: `select set_config('app.company_id', $1, true), set_config('transaction_read_only', 'on', true),
      set_config('plan_cache_mode', 'force_generic_plan', true)`,
    values: [String(companyId)],
  }
}
