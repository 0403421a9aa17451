import { errorCode } from '../fatal'

/**
 * An act failed because of the database, not because of what it wanted: the disk is full, or the database cannot be
 * reached. The same act may succeed later, unchanged.
 */
export class DatabaseTrouble extends Error {
  override readonly name = 'DatabaseTrouble'
  constructor(
    readonly kind: 'full' | 'unavailable',
    cause: unknown,
  ) {
    super(kind === 'full' ? 'the disk of the database is full' : 'the database is not available', { cause })
  }
}

const diskFull = '53100'
/** Connection exception, insufficient resources, operator intervention (a killed backend, a shutdown), and I/O error. */
const unavailable = /^(08|53|57P0|58030)/

const queryCanceled = '57014'

/**
 * A statement among an error and its causes ran longer than it may. The act itself is to blame, so this is no
 * `DatabaseTrouble`: it counts as an attempt.
 */
export function hasTimedOut(error: unknown): boolean {
  if (errorCode(error) === queryCanceled) return true
  return error instanceof Error && error.cause !== undefined && hasTimedOut(error.cause)
}

/**
 * The database's trouble among an error and its causes, or undefined when the act itself is to blame.
 * PostgreSQL documentation, appendix A: error codes.
 */
export function databaseTroubleIn(error: unknown): DatabaseTrouble | undefined {
  if (error instanceof DatabaseTrouble) return error
  const code = errorCode(error) ?? ''
  if (code === diskFull) return new DatabaseTrouble('full', error)
  if (unavailable.test(code)) return new DatabaseTrouble('unavailable', error)
  return error instanceof Error && error.cause !== undefined ? databaseTroubleIn(error.cause) : undefined
}
