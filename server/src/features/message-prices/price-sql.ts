/** SQL: joins, as `p`, the price valid on a day: the country's or, without one, the price for all other countries. */
export function priceJoinSql(of: {
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
