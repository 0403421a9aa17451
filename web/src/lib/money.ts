const format = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })

/** Prices are in reais, written as in Brazil in every language: `R$ 1.234,56` (PLAN-04). */
export function reais(value: number): string {
  return format.format(value).replace(/\s/g, ' ') // a common blank, so that it can be searched for
}
