import type { ErrorCode } from '@balcao/contract/errors'
import { Refusal } from '../refusal'

/** Among concurrent writes, the unique index accepts only one, also after a check before the write. */
export function refuseUniqueViolation(constraint: string, code: ErrorCode): (error: unknown) => never {
  return (error) => {
    throw isUniqueViolationOf(error, constraint) ? new Refusal(code, {}) : error
  }
}

export function isUniqueViolationOf(error: unknown, constraint: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === constraint
}
