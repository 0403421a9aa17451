import type { MessagePriceView } from '@balcao/contract/message-prices'
import * as calls from '@balcao/contract/message-prices'
import type { Feature } from '../../platform/feature'
import { platformRoute, readRoute } from '../../platform/http/route'
import type { MessagePriceRow } from './message-prices.queries'
import { listPrices, reportMessageCosts } from './message-prices.read'
import { createPrice, deletePrice, importPrices, updatePrice } from './message-prices.verbs'

export const messagePricesFeature: Feature = {
  name: 'message-prices',
  routes: [
    platformRoute(calls.listMessagePrices, async (work, { query }) => {
      const { rows, ...page } = await listPrices(work, query)
      return { records: rows.map(messagePriceView), ...page }
    }),
    platformRoute(calls.createMessagePrice, async (work, { body }) =>
      messagePriceView(await createPrice(work, body)),
    ),
    platformRoute(calls.updateMessagePrice, async (work, { params, body }) =>
      messagePriceView(await updatePrice(work, params.messagePriceId, body)),
    ),
    platformRoute(calls.deleteMessagePrice, async (work, { params }) => {
      await deletePrice(work, params.messagePriceId)
      return { message: 'message price deleted' }
    }),
    platformRoute(calls.importMessagePrices, async (work, { body }) => ({
      count: await importPrices(work, body),
    })),
    readRoute(calls.readMessageCosts, (work, { params, query }) =>
      reportMessageCosts(work, params.connectionId, query.month),
    ),
  ],
}

function messagePriceView(row: MessagePriceRow): MessagePriceView {
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
