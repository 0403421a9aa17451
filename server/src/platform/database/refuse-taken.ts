import type { ErrorCode } from '@balcao/contract/errors'
import { Refusal } from '../refusal'

/**
 * Converts a unique violation into a refusal, because another caller has stored the same value. A check
 * before the write avoids most violations. Among concurrent writes, the unique index (or constraint) accepts
 * only one.
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
