import type { ErrorCode } from '@balcao/contract/errors'
import { Refusal } from '../refusal'

/**
 * What to make of a failed write: the refusal, when somebody else has taken the name meanwhile. Who looks first only spares
 * most people the failed act; of several at once the unique index (or constraint) lets one through.
 */
export function refuseTaken(constraint: string, code: ErrorCode): (error: unknown) => never {
  return (error) => {
    const isTaken = error instanceof Error && 'constraint' in error && error.constraint === constraint
    throw isTaken ? new Refusal(code, {}) : error
  }
}
