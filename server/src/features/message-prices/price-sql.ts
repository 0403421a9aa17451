/**
 * The price that holds on a day, as `p` with `currency` and `amount`; a join of no row where none is stored. The three are
 * SQL expressions. A price of the country comes before one of every other country; an unknown country has none.
 */
export function priceJoin(of: {
  readonly category: string
  readonly country: string
  readonly day: string
}): string {
  return `left join lateral (
    select mp.currency, mp.amount
    from message_prices mp
    where ${of.country} is not null and mp.category = ${of.category} and mp.country in (${of.country}, '*')
      and mp.valid_from <= ${of.day}
    order by mp.country = '*', mp.valid_from desc
    limit 1
  ) p on true`
}
