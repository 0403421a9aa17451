import type { ErrorCode } from '@balcao/contract/errors'
import { Refusal } from '../refusal'

/**
 * Converts a unique violation into a refusal: another caller has taken the name. A check before the write only avoids
 * most failures; among concurrent writes the unique index (or constraint) lets one through.
 */
export function refuseTaken(constraint: string, code: ErrorCode): (error: unknown) => never {
  return (error) => {
    const isTaken = error instanceof Error && 'constraint' in error && error.constraint === constraint
    throw isTaken ? new Refusal(code, {}) : error
  }
}
