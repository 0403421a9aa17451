import type { Money } from '@balcao/domain/message-prices'

const format = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })

/** Prices are in reais, in Brazilian format in every language: `R$ 1.234,56` (PLAN-04). */
export function reais(value: number): string {
  return format.format(value).replace(/\s/g, ' ') // an ordinary space, so that a text search finds it
}

/** An amount in its currency with all its decimals, in the format of the language: `R$ 0,0341`. */
export function moneyText({ amount, currency }: Money, language: string): string {
  const exact = new Intl.NumberFormat(language, { style: 'currency', currency, maximumFractionDigits: 6 })
  return exact.format(Number(amount)).replace(/\s/g, ' ')
}
