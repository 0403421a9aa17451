import type { PoolClient } from 'pg'
import { type Given, type Params, type Statement, valuesOf } from './statement'

/** The statements of one act, all on one connection and in one transaction. */
export interface Db {
  rows<P extends Params, R>(statement: Statement<P, R>, ...given: Given<P>): Promise<R[]>
  /** The first row; null without rows. */
  row<P extends Params, R>(statement: Statement<P, R>, ...given: Given<P>): Promise<R | null>
  /** The only row; throws unless there is exactly one. */
  one<P extends Params, R>(statement: Statement<P, R>, ...given: Given<P>): Promise<R>
  /** The number of written rows. */
  run<P extends Params, R>(statement: Statement<P, R>, ...given: Given<P>): Promise<number>
}

/** Statements under row security: every row they see or write is the company's. Exists only inside `withCompany`. */
export interface CompanyDb extends Db {
  readonly scope: 'company'
}
/** Statements over all companies, for the few acts that tools/arrows.mjs lists. Exists only inside `withPlatform`. */
export interface PlatformDb extends Db {
  readonly scope: 'platform'
}

/** Once `isOver` returns true, the connection may serve another act, and another company. */
export function dbOn<Scope extends 'company' | 'platform'>(
  client: PoolClient,
  scope: Scope,
  isOver: () => boolean,
): Db & { scope: Scope } {
  const query = async (statement: Statement<Params, unknown>, params?: Params) => {
    const { name, text } = statement
    if (isOver()) throw new Error(`${name}: the act of this statement is over`)
    return client.query({ name, text, values: valuesOf(statement, params) })
  }
  return {
    scope,
    async rows(statement, ...[params]) {
      return (await query(statement, params)).rows
    },
    async row(statement, ...[params]) {
      return (await query(statement, params)).rows[0] ?? null
    },
    async one(statement, ...[params]) {
      const { rows } = await query(statement, params)
      if (rows.length !== 1) throw new Error(`${statement.name}: one row expected, ${rows.length} found`)
      return rows[0]
    },
    async run(statement, ...[params]) {
      return (await query(statement, params)).rowCount ?? 0
    },
  }
}
