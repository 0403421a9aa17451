import type { ErrorCode } from '@balcao/contract/errors'
import { Refusal } from '../refusal'

/**
 * Converts a unique violation into a refusal: another caller has taken the name. A check before the write only avoids
 * most failures; among concurrent writes the unique index (or constraint) lets one through.
 */
export function refuseUniqueViolation(constraint: string, code: ErrorCode): (error: unknown) => never {
  return (error) => {
    throw isUniqueViolationOf(error, constraint) ? new Refusal(code, {}) : error
  }
}

/** Whether the error is a violation of this unique index or constraint. */
export function isUniqueViolationOf(error: unknown, constraint: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === constraint
}
