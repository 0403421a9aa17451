import type { Params, Statement, StatementArguments } from './statement'

/** Runs the statements of one transaction, all on one connection. */
export interface Db {
  rows<P extends Params, R>(statement: Statement<P, R>, ...given: StatementArguments<P>): Promise<R[]>
  /** Returns the first row; null if there is none. */
  row<P extends Params, R>(statement: Statement<P, R>, ...given: StatementArguments<P>): Promise<R | null>
  /** Returns the only row. Throws if there is none or more than one. */
  one<P extends Params, R>(statement: Statement<P, R>, ...given: StatementArguments<P>): Promise<R>
  /** Sends a statement without waiting for it. If it fails, the transaction fails too, at its commit at the latest. */
  send<P extends Params, R>(statement: Statement<P, R>, ...given: StatementArguments<P>): void
  run<P extends Params, R>(statement: Statement<P, R>, ...given: StatementArguments<P>): Promise<number>
}

/** Statements under row security: they read and write only rows of the company. */
export interface CompanyDb extends Db {
  readonly scope: 'company'
}
/** Statements over all companies, for the few transactions that tools/arrows.mjs lists. */
export interface PlatformDb extends Db {
  readonly scope: 'platform'
}
