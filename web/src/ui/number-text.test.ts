import { expect, test } from 'vitest'
import { formatNumber, parseNumberText } from './number-field'

test.each([
  ['49,90', 'pt-BR', 2, '49.90'],
  ['49.90', 'pt-BR', 2, '49.90'],
  ['1.234,50', 'pt-BR', 2, '1234.50'],
  ['1.234', 'pt-BR', 2, '1234'],
  ['1.234.567', 'pt-BR', 2, '1234567'],
  ['R$ 1.234,5', 'pt-BR', 2, '1234.5'],
  ['49.90', 'en', 2, '49.90'],
  ['1,234.50', 'en', 2, '1234.50'],
  ['1,234', 'en', 2, '1234'],
  ['49,9', 'en', 2, '49.9'],
  [',5', 'es', 1, '0.5'],
  ['10', 'pt-BR', 0, '10'],
  ['1.000', 'pt-BR', 0, '1000'],
  ['-3', 'pt-BR', 0, '-3'],
  ['49,901', 'pt-BR', 2, null],
  ['1,2,3.4.5', 'pt-BR', 2, null],
  ['1.5', 'pt-BR', 0, null],
  ['dez', 'pt-BR', 2, null],
  ['', 'pt-BR', 2, null],
])('%j in %s with %i decimals is %s', (written, language, decimals, number) => {
  expect(parseNumberText(written, language, decimals)).toBe(number)
})

test.each([
  ['49.9', 'pt-BR', 2, '49,90'],
  ['49.9', 'en', 2, '49.90'],
  [0.7, 'es', 0, '0,7'],
  [100, 'pt-BR', 0, '100'],
  ['dez', 'pt-BR', 2, 'dez'],
  ['', 'pt-BR', 2, ''],
])('%j in %s shows as %s', (value, language, fixed, shown) => {
  expect(formatNumber(value, language, fixed)).toBe(shown)
})
