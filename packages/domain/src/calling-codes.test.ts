import { describe, expect, it } from 'vitest'
import { callingCodesOf, countryOfPhone, countryOfRecipient, isoCountryCodes } from './calling-codes'

describe('countryOfPhone', () => {
  it.each([
    ['5511988887777', 'BR'],
    ['351912345678', 'PT'],
    ['12125550100', 'US'],
    ['14165550100', 'CA'],
    ['18095550100', 'DO'],
    ['77011234567', 'KZ'],
    ['79161234567', 'RU'],
    ['447911123456', 'GG'],
    ['447400123456', 'GB'],
    ['390669812345', 'VA'],
    ['393331234567', 'IT'],
    ['59991234567', 'CW'],
    ['5997171234', 'BQ'],
    ['590690123456', 'GP'],
    ['262692123456', 'RE'],
    ['21050', null],
    ['', null],
  ])('%s is of %s', (digits, country) => {
    expect(countryOfPhone(digits)).toBe(country)
  })
})

it('each country of ISO 3166 has a calling code, and Kosovo', () => {
  expect(isoCountryCodes).toHaveLength(250)
  expect(isoCountryCodes.every((country) => /^[A-Z]{2}$/.test(country))).toBe(true)
  expect(isoCountryCodes.flatMap(callingCodesOf).every((code) => /^[1-9]\d{0,6}$/.test(code))).toBe(true)
  expect(new Set(isoCountryCodes).size).toBe(isoCountryCodes.length)
})

it('a person without a phone is of the country of the user id', () => {
  expect(countryOfRecipient(null, 'BR.1349120865')).toBe('BR')
  expect(countryOfRecipient('351912345678', 'BR.1349120865')).toBe('PT')
  expect(countryOfRecipient(null, 'ZZ.1')).toBeNull()
  expect(countryOfRecipient(null, null)).toBeNull()
})
