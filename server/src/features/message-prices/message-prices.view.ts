import type { MessagePriceView } from '@balcao/contract/message-prices'
import type { MessagePriceRow } from './message-prices.queries'

export function messagePriceView(row: MessagePriceRow): MessagePriceView {
  const { id, category, country, currency, amount } = row
  return {
    id,
    validFrom: row.valid_from,
    category,
    country,
    currency,
    amount,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
