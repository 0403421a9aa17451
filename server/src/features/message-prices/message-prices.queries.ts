import type { ConnectionId, ContactListId, MessagePriceId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'
import { priceJoinSql } from './price-sql'

export interface MessagePriceRow {
  id: MessagePriceId
  /** The first day of the price, such as `2026-11-29`. */
  valid_from: string
  category: string
  country: string
  currency: string
  /** The price as a decimal text. */
  amount: string
  created_at: Date
  updated_at: Date
}

const priceColumns =
  'id, valid_from, category, country, currency, trim_scale(amount)::text as amount, created_at, updated_at'
const isWanted =
  '(:category::text is null or category = :category) and (:country::text is null or country = :country)'

type PriceFilter = { category: string | null; country: string | null }

export const messagePricesPage = statement<PriceFilter & { limit: number; offset: number }, MessagePriceRow>(
  'messagePrices.page',
  `
  select ${priceColumns} from message_prices where ${isWanted}
  order by valid_from desc, category, country limit :limit offset :offset
  `,
)

export const countMessagePrices = statement<PriceFilter, { count: number }>(
  'messagePrices.count',
  `select count(*)::int as count from message_prices where ${isWanted}`,
)

export const lockMessagePrice = statement<{ id: MessagePriceId }, MessagePriceRow>(
  'messagePrices.lock',
  `select ${priceColumns} from message_prices where id = :id for update`,
)

type PriceValues = {
  validFrom: string
  category: string
  country: string
  currency: string
  amount: string
  at: Date
}

/** Inserts a price. No row: there is a price for this category and country from that day. */
export const insertMessagePrice = statement<PriceValues, MessagePriceRow>(
  'messagePrices.insert',
  `
  insert into message_prices (valid_from, category, country, currency, amount, created_at, updated_at)
  values (:validFrom, :category, :country, :currency, :amount::numeric, :at, :at)
  on conflict (category, country, valid_from) do nothing
  returning ${priceColumns}
  `,
)

export const saveMessagePrice = statement<PriceValues & { id: MessagePriceId }, MessagePriceRow>(
  'messagePrices.save',
  `
  update message_prices
  set valid_from = :validFrom, category = :category, country = :country, currency = :currency,
    amount = :amount::numeric, updated_at = :at
  where id = :id
  returning ${priceColumns}
  `,
)

export const removeMessagePrice = statement<{ id: MessagePriceId }>(
  'messagePrices.remove',
  'delete from message_prices where id = :id',
)

/** Inserts or replaces prices in one order, so that concurrent imports lock rows in that order and can't deadlock. */
export const upsertMessagePrices = statement<{
  validFrom: string
  currency: string
  countries: readonly string[]
  categories: readonly string[]
  amounts: readonly string[]
  at: Date
}>(
  'messagePrices.import',
  `
  insert into message_prices (valid_from, category, country, currency, amount, created_at, updated_at)
  select :validFrom, n.category, n.country, :currency, n.amount, :at, :at
  from unnest(:countries::text[], :categories::text[], :amounts::numeric[]) as n (country, category, amount)
  order by n.category, n.country
  on conflict (category, country, valid_from) do update
  set currency = excluded.currency, amount = excluded.amount, updated_at = excluded.updated_at
  `,
)

export interface MessageChargesRow {
  category: string
  country: string | null
  /** The currency of the cost. Null: the billed messages have no price. */
  currency: string | null
  messages: number
  billed: number
  /** The cost as a decimal text. */
  cost: string
}

/** Groups by day first, so that a price is looked up once for each day, category and country, not for each message. */
export const chargesByCategoryAndCountry = statement<
  { connectionId: ConnectionId; from: Date; until: Date; timeZone: string },
  MessageChargesRow
>(
  'messagePrices.chargesByCategoryAndCountry',
  `
  with days as materialized (
    select (c.at at time zone :timeZone)::date as day, c.category, c.country, count(*) as messages,
      count(*) filter (where c.is_billed) as billed
    from message_charges c
    where c.company_id = (select current_company()) and c.connection_id = :connectionId and c.at >= :from and c.at < :until
    group by 1, 2, 3
  )
  select d.category, d.country, case when d.billed > 0 then p.currency end as currency, sum(d.messages)::int as messages,
    sum(d.billed)::int as billed, coalesce(trim_scale(sum(d.billed * p.amount)), 0)::text as cost
  from days d
  ${priceJoinSql({ category: 'd.category', country: 'd.country', day: 'd.day' })}
  group by 1, 2, 3
  order by 1, 2, 3
  `,
)

/** The price of one message to each of these countries on a day. The null country is for unknown ones. */
export const messagePricesOfDay = statement<
  { category: string; countries: readonly string[]; day: string },
  { country: string; currency: string; amount: string }
>(
  'messagePrices.on',
  `
  select n.country, p.currency, trim_scale(p.amount)::text as amount
  from unnest(:countries::text[]) as n (country)
  ${priceJoinSql({ category: ':category', country: 'n.country', day: ':day::date' })}
  where p.amount is not null
  `,
)

/** Counts recipients by the first four characters, which identify the country of nearly all phones and user ids. */
export const countRecipientsByPrefix = statement<
  { listId: ContactListId },
  { beginning: string; recipients: number }
>(
  'messagePrices.listByBeginning',
  `
  select left(i.phone, 4) as beginning, count(*)::int as recipients
  from contact_list_items i
  left join campaign_opt_outs o on o.company_id = i.company_id and o.phone = i.phone
  where i.contact_list_id = :listId and o.id is null and (i.is_whatsapp_valid or i.is_check_due)
  group by 1
  order by 1
  `,
)
