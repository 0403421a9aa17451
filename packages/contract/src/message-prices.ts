import type { ConnectionId, MessagePriceId } from '@balcao/domain/ids'
import {
  amountPattern,
  currencyPattern,
  isPricedCountry,
  maxPriceListLines,
  normalizedDecimal,
  priceCategoryPattern,
} from '@balcao/domain/message-prices'
import { z } from 'zod'
import { endpoint, importExportRateLimit } from './endpoint'
import {
  emptyToUndefined,
  idParam,
  idSchema,
  instant,
  money,
  pageFields,
  pagingQuery,
  resultMessageAnswer,
  textField,
} from './wire-values'

/** The price of one message, which the platform's owner copies from Meta's rate card. */
export const messagePrice = z.object({
  id: idSchema<MessagePriceId>(),
  /** The first day of this price, such as `2026-10-01`, in the calendar of the sending company. */
  validFrom: z.iso.date(),
  /** The category in Meta's spelling, such as `service`, `utility` or `marketing`. */
  category: z.string(),
  /** The recipient's country: ISO 3166-1 alpha-2, or `*` for every country without a price of its own. */
  country: z.string(),
  ...money.shape,
  createdAt: instant,
  updatedAt: instant,
})
export type MessagePriceView = z.output<typeof messagePrice>

const validFrom = z
  .string('Required')
  .min(1, 'Required')
  .pipe(z.iso.date('Invalid day'))
  .refine((day) => day >= '2000-01-01' && day <= '2199-12-31', 'Invalid day')
const currency = z
  .string('Required')
  .trim()
  .toUpperCase()
  .min(1, 'Required')
  .regex(currencyPattern, 'Invalid text')
const category = z
  .string('Required')
  .trim()
  .toLowerCase()
  .min(1, 'Required')
  .regex(priceCategoryPattern, 'Invalid text')
const country = z
  .string('Required')
  .trim()
  .toUpperCase()
  .min(1, 'Required')
  .refine(isPricedCountry, 'Invalid text')
const asText = (value: unknown) => (typeof value === 'number' ? String(value) : value)

export const messagePriceForm = z.object({
  validFrom,
  category,
  country,
  currency,
  amount: z.preprocess(
    asText,
    z
      .string('Required')
      .overwrite(normalizedDecimal)
      .min(1, 'Required')
      .regex(amountPattern, 'Invalid number'),
  ),
})
export type MessagePriceForm = z.output<typeof messagePriceForm>

export const messagePriceImport = z.object({
  validFrom,
  currency,
  /** The price list to import: one price on each line, as `country;category;amount`. */
  lines: textField(maxPriceListLines * 40, 'Required').refine((written) => written.trim() !== '', 'Required'),
})
export type MessagePriceImport = z.output<typeof messagePriceImport>

const params = z.object({ messagePriceId: idParam<MessagePriceId>() })
const manage = { access: 'platform.manage', planFlag: 'none' } as const
const filter = (schema: z.ZodType<string>) => z.preprocess(emptyToUndefined, schema.optional())

export const listMessagePrices = endpoint('GET /message-prices', {
  name: 'messagePrices.list',
  summary: 'Prices of messages over official numbers by page, the latest day first',
  ...manage,
  query: z.object({
    pageNumber: pagingQuery.pageNumber,
    category: filter(category),
    country: filter(country),
  }),
  answer: z.object({ records: z.array(messagePrice), ...pageFields }),
})

export const createMessagePrice = endpoint('POST /message-prices', {
  name: 'messagePrices.create',
  summary: 'Adds a price, which holds from its day on until a later one of its category and country',
  ...manage,
  body: messagePriceForm,
  answer: messagePrice,
  errors: ['ERR_MESSAGE_PRICE_TAKEN'],
})

export const updateMessagePrice = endpoint('PUT /message-prices/:messagePriceId', {
  name: 'messagePrices.update',
  summary: 'Corrects a price; the costs of its messages follow',
  ...manage,
  params,
  body: messagePriceForm,
  answer: messagePrice,
  errors: ['ERR_NO_MESSAGE_PRICE_FOUND', 'ERR_MESSAGE_PRICE_TAKEN'],
})

export const deleteMessagePrice = endpoint('DELETE /message-prices/:messagePriceId', {
  name: 'messagePrices.delete',
  summary: 'Removes a price',
  ...manage,
  params,
  answer: resultMessageAnswer,
  errors: ['ERR_NO_MESSAGE_PRICE_FOUND'],
})

export const importMessagePrices = endpoint('POST /message-prices/import', {
  name: 'messagePrices.import',
  summary:
    'Adds the prices of one day from lines of text; a price of that day is replaced. All lines, or none',
  ...manage,
  body: messagePriceImport,
  answer: z.object({ count: z.number().int() }),
  errors: ['ERR_PRICE_LINE', 'ERR_TOO_MANY'],
  pace: importExportRateLimit,
})

const connectionParams = z.object({ connectionId: idParam<ConnectionId>() })

const cost = {
  /** The number of billed messages that have no stored price, so that `costs` does not include them. */
  unpriced: z.number().int(),
  /** One amount for each currency; empty when nothing was billed or no price is stored. */
  costs: z.array(money),
}
const charged = { messages: z.number().int(), billed: z.number().int(), ...cost }

const costReport = z.object({
  /** A month such as `2026-11`, in the company's time zone. */
  month: z.string(),
  rows: z.array(
    z.object({
      category: z.string(),
      /** The recipients' country; null for those whose country is unknown. */
      country: z.string().nullable(),
      ...charged,
    }),
  ),
  total: z.object(charged),
})
export type MessageCostReport = z.output<typeof costReport>

export const readMessageCosts = endpoint('GET /connections/:connectionId/message-costs', {
  name: 'messageCosts.report',
  summary:
    'The charges of a connection in a month by category and country, with their costs by today’s table of prices',
  access: 'dashboard.read',
  planFlag: 'none',
  params: connectionParams,
  query: z.object({
    /** A month such as `2026-11`; omitted, the current month. */
    month: filter(z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/)),
  }),
  answer: costReport,
  errors: ['ERR_NO_WAPP_FOUND'],
})

/** The highest possible cost of one message to each contact of a list, at today's prices. */
export const messageCostEstimate = z.object({
  ...cost,
  countries: z.array(
    z.object({
      /** Null when the country is unknown. */
      country: z.string().nullable(),
      recipients: z.number().int(),
      cost: money.nullable(),
    }),
  ),
})
export type MessageCostEstimate = z.output<typeof messageCostEstimate>
