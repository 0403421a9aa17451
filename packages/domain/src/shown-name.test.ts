import { expect, test } from 'vitest'
import { safeDisplayName } from './shown-name'

test.each([
  ['a name that turns what follows', 'Ana\u202e0500', 'Ana 0500'],
  ['isolates and marks', '\u2066Ana\u2069\u200f', 'Ana'],
  ['several lines', 'Ana\nMaria\u2028Lima', 'Ana Maria Lima'],
  ['nothing but turns', '\u202e\u202c', ''],
  ['letters of a language from right to left', 'אנה', 'אנה'],
  ['a name without end, cut between characters', '👩'.repeat(5_000), '👩'.repeat(100)],
  ['a family, which is written with joiners', '👩‍👧 Lima', '👩‍👧 Lima'],
])('%s', (_, given, shown) => {
  expect(safeDisplayName(given)).toBe(shown)
})
