import { describe, expect, it } from 'vitest'
import { multiplyMoney, parsePriceList, sumByCurrency } from './message-prices'

describe('times', () => {
  it.each([
    ['0.0068', 3, '0.0204'],
    ['0.1', 3, '0.3'],
    ['0.000001', 1_000_000, '1'],
    ['1234567.123456', 2, '2469134.246912'],
    ['5', 0, '0'],
  ])('%s for %i messages is exactly %s', (amount, count, product) => {
    expect(multiplyMoney({ amount, currency: 'USD' }, count)).toEqual({ amount: product, currency: 'USD' })
  })
})

it('sumsOf adds each currency by itself, exactly', () => {
  const costs = [
    { amount: '0.1', currency: 'USD' },
    { amount: '0.2', currency: 'USD' },
    { amount: '10', currency: 'BRL' },
  ]
  expect(sumByCurrency(costs)).toEqual([
    { amount: '10', currency: 'BRL' },
    { amount: '0.3', currency: 'USD' },
  ])
  expect(sumByCurrency([])).toEqual([])
})

describe('parsePriceLines', () => {
  it('reads semicolons, tabs and commas, with a title and empty lines', () => {
    const text = 'país;categoria;valor\r\nbr;Marketing;0,3125\r\n\nPT\tutility\t0.05\n*,service,1\n;;\n'
    expect(parsePriceList(text)).toEqual({
      prices: [
        { country: 'BR', category: 'marketing', amount: '0.3125' },
        { country: 'PT', category: 'utility', amount: '0.05' },
        { country: '*', category: 'service', amount: '1' },
      ],
      problems: [],
    })
  })

  it.each([
    ['BR;marketing', 'fields'],
    ['BR,marketing,0,05', 'fields'],
    ['Brasil;marketing;0,05', 'country'],
    ['ZZ;marketing;0,05', 'country'],
    ['BR;;0,05', 'category'],
    ['BR;mar keting;0,05', 'category'],
    ['BR;marketing;1.000,50', 'amount'],
    ['BR;marketing;-1', 'amount'],
    ['BR;marketing;0.1234567', 'amount'],
    ['BR;marketing;R$ 1', 'amount'],
    ['PT;utility;2', 'repeated'],
  ])('names the problem of %s', (line, what) => {
    expect(parsePriceList(`PT;utility;1\n\n${line}`)).toEqual({
      prices: [{ country: 'PT', category: 'utility', amount: '1' }],
      problems: [{ line: 3, what }],
    })
  })

  it('only the first line may be a title', () => {
    expect(parsePriceList('PT;utility;1\npaís;categoria;valor').problems).toEqual([
      { line: 2, what: 'country' },
    ])
  })

  it('names at most twenty problems', () => {
    expect(parsePriceList('x;y;1\n'.repeat(50)).problems).toHaveLength(20)
  })
})
