import { systemOrDatabaseErrorCode } from '../fatal'

const messages = {
  full: 'the disk of the database is full',
  unavailable: 'the database is not available',
  moving: 'the company is being moved to another cell',
  moved: 'the company is in another cell',
}

/**
 * The error of a transaction that failed because of the database and not because of its content: the disk is full, the
 * database cannot be reached, or the company moves to another cell. A retry may succeed, in the other cell if the
 * company has moved.
 */
export class DatabaseTrouble extends Error {
  override readonly name: string = 'DatabaseTrouble'
  constructor(
    readonly kind: keyof typeof messages,
    cause: unknown,
    message = messages[kind],
  ) {
    super(message, { cause })
  }
}

const diskFull = '53100'
/** PostgreSQL's codes for connection errors, lacking resources, operator intervention and I/O errors. */
const unavailable = /^(08|53|57P0|58030)/

/** The code of the database function `require_company_here` while a company moves to another cell (migration 0013). */
const companyIsMoving = 'BM001'
const companyHasMoved = 'BM002'

const queryCanceled = '57014'

/** Whether a statement exceeded its time limit. This is no `DatabaseTrouble`: the statement itself is the cause. */
export function isStatementTimeout(error: unknown): boolean {
  if (systemOrDatabaseErrorCode(error) === queryCanceled) return true
  return error instanceof Error && error.cause !== undefined && isStatementTimeout(error.cause)
}

/** PostgreSQL's error *cached plan must not change result type*, after a migration. A new connection works. */
export function isStaleQueryPlanError(error: unknown): boolean {
  // PostgreSQL uses the code 0A000 for every unsupported feature, so `routine`, the PostgreSQL function that raised the
  // error, must match too.
  return (
    systemOrDatabaseErrorCode(error) === '0A000' &&
    (error as { routine?: unknown }).routine === 'RevalidateCachedQuery'
  )
}

/**
 * Returns a `DatabaseTrouble` if the database caused the error; undefined: the transaction's own code or statements
 * did. Appendix A of PostgreSQL's manual lists the codes.
 */
export function databaseTroubleIn(error: unknown): DatabaseTrouble | undefined {
  if (error instanceof DatabaseTrouble) return error
  const code = systemOrDatabaseErrorCode(error) ?? ''
  if (code === diskFull) return new DatabaseTrouble('full', error)
  if (code === companyIsMoving) return new DatabaseTrouble('moving', error)
  if (code === companyHasMoved) return new DatabaseTrouble('moved', error)
  if (unavailable.test(code)) return new DatabaseTrouble('unavailable', error)
  return error instanceof Error && error.cause !== undefined ? databaseTroubleIn(error.cause) : undefined
}
