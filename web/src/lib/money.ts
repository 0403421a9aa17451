const format = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })

/** Prices are in reais, in Brazilian format in every language: `R$ 1.234,56` (PLAN-04). */
export function reais(value: number): string {
  return format.format(value).replace(/\s/g, ' ') // an ordinary space, so that a text search finds it
}
