import { expect } from 'vitest'
import { isProven, type Proof } from './proof'

/** `npm test` runs a small part of `npm run prove` (docs/exactly-once.md), `npm run test:long` about a tenth of it. */
export const seed = 42
/** Ends a hanging test: a busy machine takes ten times as long as a quiet one. */
export const patience = { timeout: 1_200_000 }

export function proven(proof: Proof): void {
  expect(isProven(proof), JSON.stringify({ ...proof, parts: [...proof.parts] }, null, 1)).toBe(true)
}
