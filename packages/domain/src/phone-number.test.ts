import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { canonicalPhone, digitsOf } from './phone-number'

test.each([
  ['a mobile without its ninth digit gets it', '551188887777', '5511988887777'],
  ['a mobile with it stays', '5511988887777', '5511988887777'],
  ['of every area', '555199998888', '5551999998888'],
  ['first digit 6 is a mobile', '551168887777', '5511968887777'],
  ['a landline stays', '551132345678', '551132345678'],
  ['a landline of another area stays', '552121234567', '552121234567'],
  ['what is too short to be Brazilian stays', '5511888877', '5511888877'],
  ['what is too long stays', '55119888877776', '55119888877776'],
  ['numbers of other countries stay', '5491155556666', '5491155556666'],
  ['also those that hold 55 further on', '351551188887777', '351551188887777'],
])('%s', (_, written, canonical) => {
  expect(canonicalPhone(written)).toBe(canonical)
})

it('both spellings of a Brazilian mobile are one person, and the canonical one stays as it is', () => {
  const mobile = fc.tuple(fc.integer({ min: 11, max: 99 }), fc.integer({ min: 60_000_000, max: 99_999_999 }))
  fc.assert(
    fc.property(mobile, ([area, number]) => {
      const canonical = canonicalPhone(`55${area}${number}`)
      expect(canonicalPhone(`55${area}9${number}`)).toBe(canonical)
      expect(canonicalPhone(canonical)).toBe(canonical)
    }),
  )
})

it('only the digits of what a person typed remain', () => {
  expect(digitsOf('+55 (11) 98888-7777')).toBe('5511988887777')
  expect(digitsOf('sem número')).toBe('')
})
