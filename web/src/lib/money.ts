import type { Money } from '@balcao/domain/message-prices'

const format = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })

/** A price in reais, in Brazilian format in every language: `R$ 1.234,56` (PLAN-04). */
export function formatReais(value: number): string {
  // Replaces the no-break space, so that a text search finds the price.
  return format.format(value).replace(/\s/g, ' ')
}

/** An amount with its currency and all its decimals, in the format of the language: `R$ 0,0341`. */
export function formatMoney({ amount, currency }: Money, language: string): string {
  const exact = new Intl.NumberFormat(language, { style: 'currency', currency, maximumFractionDigits: 6 })
  return exact.format(Number(amount)).replace(/\s/g, ' ')
}
