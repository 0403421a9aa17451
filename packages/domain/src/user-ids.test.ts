import { describe, expect, test } from 'vitest'
import { parseContactListPhone, parsePhone } from './phone-number'
import { isBusinessScopedUserId } from './user-ids'

describe('user ids of the official API', () => {
  test.each(['BR.13491208655302741918', 'US.a1B2', 'BR.ENT.11815799212886844830'])('%s is one', (text) => {
    expect(isBusinessScopedUserId(text)).toBe(true)
  })

  test.each(['5511988887777', '+55 11 98888-7777', 'br.1349', 'BR.', 'BRA.1349', 'BR 1349', '', 'Ana'])(
    '%j is none',
    (text) => {
      expect(isBusinessScopedUserId(text)).toBe(false)
    },
  )

  test.each(['BR.5511988887777', 'BR.11988887777', 'BR.5199888877'])(
    'the digits of %s are no phone',
    (text) => {
      expect([parsePhone(text), parseContactListPhone(text)]).toEqual([null, null])
    },
  )
})
