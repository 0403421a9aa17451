import { messageErrorForMetaCode } from '@balcao/domain/official-numbers'
import { expect, test } from 'vitest'
import { type ErrorTextLanguage, errorMessage, errorTexts } from './error-message'
import { type ErrorCode, errorCodes } from './errors'

const metaCodes = [
  0, 3, 4, 10, 33, 100, 190, 200, 299, 368, 429, 463, 80_007, 130_403, 130_429, 130_472, 130_497,
]
const families = [
  131_005, 131_008, 131_009, 131_021, 131_026, 131_031, 131_037, 131_042, 131_045, 131_047, 131_048,
]
const later = [
  131_049, 131_050, 131_051, 131_052, 131_053, 131_055, 131_056, 131_062, 131_063, 132_000, 132_015,
]
const last = [132_005, 132_016, 132_069, 133_000, 133_016, 134_011, 134_100, 136_024]

test('each failure of the official API has its own sentence in three languages', () => {
  const failures = [...metaCodes, ...families, ...later, ...last].map(messageErrorForMetaCode)
  expect(failures).not.toContain(null)
  const codes = new Set([...failures, 'ERR_WAPP_MSG_UNCLEAR', 'ERR_WAPP_MSG_CONTENT'])
  for (const language of Object.keys(errorTexts) as ErrorTextLanguage[]) {
    const sentences = [...codes].map((code) => {
      expect(Object.keys(errorCodes)).toContain(code)
      return errorMessage(code as ErrorCode, {}, language)
    })
    expect(new Set(sentences).size).toBe(codes.size)
    expect(sentences.every((sentence) => sentence.length > 10)).toBe(true)
  }
})

test('what Meta refuses for another reason is no failure that a late *sent* clears', () => {
  expect([131_000, 131_016, 131_057, 133_004, 134_101].map(messageErrorForMetaCode)).toEqual(
    Array.from({ length: 5 }, () => 'ERR_WAPP_MSG_REFUSED'),
  )
  expect([500, 9_999].map(messageErrorForMetaCode)).toEqual([null, null])
})
