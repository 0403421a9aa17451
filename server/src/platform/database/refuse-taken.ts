import type { ErrorCode } from '@balcao/contract/errors'
import { Refusal } from '../refusal'

/** Returns an error handler. It refuses with `code` when a write violates this constraint, despite earlier checks. */
export function refuseUniqueViolation(constraint: string, code: ErrorCode): (error: unknown) => never {
  return (error) => {
    throw isUniqueViolationOf(error, constraint) ? new Refusal(code, {}) : error
  }
}

export function isUniqueViolationOf(error: unknown, constraint: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === constraint
}
