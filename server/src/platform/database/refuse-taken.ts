import type { ErrorCode } from '@balcao/contract/errors'
import { Refusal } from '../refusal'

/**
 * Converts a unique violation into a refusal. A check before the write avoids most violations, but among concurrent
 * writes, the unique index accepts only one.
 */
export function refuseUniqueViolation(constraint: string, code: ErrorCode): (error: unknown) => never {
  return (error) => {
    throw isUniqueViolationOf(error, constraint) ? new Refusal(code, {}) : error
  }
}

export function isUniqueViolationOf(error: unknown, constraint: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === constraint
}
