import { expect, it } from 'vitest'
import { invoiceDetail, priceOfMonths } from './invoices'

it.each([
  [99.9, 1, 99.9],
  [99.9, 12, 1198.8],
  [33.33, 3, 99.99],
  [0.1, 6, 0.6],
  [0, 12, 0],
])('INVOICE-08 %d a month is, for %i months, %d to the cent', (monthly, months, price) => {
  expect(priceOfMonths(monthly, months)).toBe(price)
})

it.each([
  [1, 'pt-BR', 'Ouro'],
  [12, 'pt-BR', 'Ouro · 12 meses'],
  [3, 'es', 'Ouro · 3 meses'],
  [6, 'en', 'Ouro · 6 months'],
])('INVOICE-08 an invoice for %i months has the text in %s: %s', (months, language, detail) => {
  expect(invoiceDetail('Ouro', months, language)).toBe(detail)
})
