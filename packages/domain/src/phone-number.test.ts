import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { canonicalPhone, digitsOf, parseContactListPhone, parsePhone } from './phone-number'

test.each([
  ['São Paulo, mobile without its ninth digit', '551188887777', '5511988887777'],
  ['São Paulo, mobile with it', '5511988887777', '5511988887777'],
  ['Rio de Janeiro, mobile that began with 7', '552176543210', '5521976543210'],
  ['Belo Horizonte, mobile that began with 9', '553199998888', '5531999998888'],
  ['Porto Alegre, mobile that began with 8', '555181234567', '5551981234567'],
  ['Porto Alegre, the same with its ninth digit', '5551981234567', '5551981234567'],
  ['Brasília, mobile that began with 6', '556168887777', '5561968887777'],
  ['Salvador, mobile of the north-east', '557188887777', '5571988887777'],
  ['Manaus, mobile of the north', '559281112222', '5592981112222'],
  ['São Paulo, landline', '551132345678', '551132345678'],
  ['Rio de Janeiro, landline that begins with 2', '552121234567', '552121234567'],
  ['Curitiba, landline that begins with 5', '554152345678', '554152345678'],
  ['too short to be Brazilian', '5511888877', '5511888877'],
  ['too long to be Brazilian', '55119888877776', '55119888877776'],
  ['Buenos Aires, mobile with the 9', '5491123456789', '541123456789'],
  ['Buenos Aires, mobile without the 9', '541123456789', '541123456789'],
  ['Buenos Aires, landline', '541143211234', '541143211234'],
  ['Rosario, area of three digits, mobile', '5493414567890', '543414567890'],
  ['Río Gallegos, area of four digits, mobile', '5492966412345', '542966412345'],
  ['no area of Argentina begins with 4', '5494412345678', '5494412345678'],
  ['Mexico City, mobile with the 1', '5215512345678', '525512345678'],
  ['Mexico City, mobile without the 1', '525512345678', '525512345678'],
  ['Guadalajara, mobile with the 1', '5213312345678', '523312345678'],
  ['Portugal, with a 55 and a 9 further on', '351911888877', '351911888877'],
  ['United States', '12025550123', '12025550123'],
])('%s: %s is found as %s', (_, written, canonical) => {
  expect(canonicalPhone(written)).toBe(canonical)
})

const mobiles = fc.oneof(
  fc
    .tuple(fc.integer({ min: 11, max: 99 }), fc.integer({ min: 60_000_000, max: 99_999_999 }))
    .map(([area, number]) => [`55${area}${number}`, `55${area}9${number}`]),
  fc.integer({ min: 2_000_000_000, max: 3_999_999_999 }).map((number) => [`54${number}`, `549${number}`]),
  fc.integer({ min: 2_000_000_000, max: 9_999_999_999 }).map((number) => [`52${number}`, `521${number}`]),
)

it('both spellings of a mobile are one number, and the canonical one is unchanged', () => {
  fc.assert(
    fc.property(mobiles, ([one = '', other = '']) => {
      expect(canonicalPhone(one)).toBe(canonicalPhone(other))
      expect(canonicalPhone(canonicalPhone(one))).toBe(canonicalPhone(one))
    }),
  )
})

it.each([
  ['a mobile of Porto Alegre', '51 98122-0417', '5551981220417'],
  ['with the zero of a long call', '(051) 98122-0417', '5551981220417'],
  ['a mobile whose area code equals the country code', '55 99912-3456', '5555999123456'],
  ['a landline', '11 3333-4444', '551133334444'],
  ['with its country and a plus', '+55 51 98122-0417', '5551981220417'],
  ['with its country and no plus', '5551981220417', '5551981220417'],
  ['with the two zeros of a call abroad', '00351 912 345 678', '351912345678'],
  ['from the United States', '+1 202 555 0123', '12025550123'],
  ['from the United States without a plus', '1 202 555 0123', null],
  ['from Singapore without a plus', '65 9123 4567', null],
  ['a mobile without its ninth digit', '51 8122-0417', null],
  ['an unassigned area code', '20 98122-0417', null],
  ['without its area', '98122-0417', null],
  ['a plus and too little', '+55 51', null],
  ['too long', '+555198122041755519', null],
  ['no number', 'meu celular', null],
  ['more digits than Brazil has', '55 19999 8888 612', null],
  ['a long number as a spreadsheet cut it', '5,51999988886E+12', null],
])('%s: %s is %s', (_, typed, phone) => {
  expect(parsePhone(typed)).toBe(phone)
})

it.each([
  ['a mobile from before its ninth digit', '51 8222-1111', '5551982221111'],
  ['a mobile with it', '51 98222-1111', '5551982221111'],
  ['the same with its country', '55 51 8222-1111', '555182221111'],
  ['a landline', '(51) 3222-1111', '555132221111'],
  ['from Singapore with a plus', '+65 9123 4567', '6591234567'],
  ['a long number as a spreadsheet cut it', '5.1982221E+09', null],
  ['without its area', '8222-1111', null],
])('CONTACT-18 in a list, %s: %s is %s', (_, cell, phone) => {
  expect(parseContactListPhone(cell)).toBe(phone)
})

it('only the digits of a typed number remain', () => {
  expect(digitsOf('+55 (11) 98888-7777')).toBe('5511988887777')
  expect(digitsOf('sem número')).toBe('')
})
