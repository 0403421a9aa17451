import { type ErrorCode, specificationErrorCodes } from '@balcao/contract/errors'
import { expect } from 'vitest'

/**
 * The whole body of a refusal, for comparison. Codes outside the documents have a text, which error-answer.test.ts
 * checks.
 */
export function errorBody(code: ErrorCode, data?: Readonly<Record<string, unknown>>): object {
  return {
    error: code,
    ...(!specificationErrorCodes.has(code) && { message: expect.stringMatching(/^[^_{}]+$/) }),
    ...(data !== undefined && { data }),
  }
}
