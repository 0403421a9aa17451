import { documentedCodes, type ErrorCode } from '@balcao/contract/errors'
import { expect } from 'vitest'

/** The whole body of a refusal, to compare with. Codes outside the documents carry a text, which error-answer.test.ts
 *  checks for each. */
export function errorBody(code: ErrorCode, data?: Readonly<Record<string, unknown>>): object {
  return {
    error: code,
    ...(!documentedCodes.has(code) && { message: expect.stringMatching(/^[^_{}]+$/) }),
    ...(data !== undefined && { data }),
  }
}
