import { expect, it } from 'vitest'
import { isUpToThreeEmoji } from './messages'

it.each([
  ['👍', true],
  ['👍🏽 ❤️', true],
  ['🇧🇷🇧🇷🇧🇷', true],
  ['👩‍👩‍👧‍👦', true],
  ['1️⃣ 2️⃣ #️⃣', true],
  ['👍👍👍👍', false],
  ['👍 ok', false],
  ['123', false],
  ['Bom dia', false],
  [' ', false],
  ['', false],
])('%j is one to three emoji: %s', (text, isFew) => {
  expect(isUpToThreeEmoji(text)).toBe(isFew)
})
