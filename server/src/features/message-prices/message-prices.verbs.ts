import type { MessagePriceForm, MessagePriceImport } from '@balcao/contract/message-prices'
import type { MessagePriceId } from '@balcao/domain/ids'
import { maxPriceListLines, parsePriceList } from '@balcao/domain/message-prices'
import { refuseUniqueViolation } from '../../platform/database/refuse-taken'
import { refuse } from '../../platform/refusal'
import { rowOrRefuse } from '../../platform/row-or-refuse'
import type { PlatformWork } from '../../platform/work'
import { recordPlatformAudit } from '../audit/record-audit'
import {
  insertMessagePrice,
  lockMessagePrice,
  type MessagePriceRow,
  removeMessagePrice,
  saveMessagePrice,
  upsertMessagePrices,
} from './message-prices.queries'

export async function createPrice(work: PlatformWork, form: MessagePriceForm): Promise<MessagePriceRow> {
  const row = await work.db.row(insertMessagePrice, { ...form, at: work.now })
  if (row === null) throw refuse('ERR_MESSAGE_PRICE_TAKEN')
  await recordPlatformAudit(work, {
    act: 'messagePrice.created',
    subject: subjectOf(row),
    detail: detailOf(row),
  })
  return row
}

export async function updatePrice(
  work: PlatformWork,
  id: MessagePriceId,
  form: MessagePriceForm,
): Promise<MessagePriceRow> {
  const before = await priceToChange(work, id)
  const row = await work.db
    .one(saveMessagePrice, { ...form, id, at: work.now })
    .catch(refuseUniqueViolation('message_prices_place', 'ERR_MESSAGE_PRICE_TAKEN'))
  const detail = { ...detailOf(row), formerValue: priceWords(before) }
  await recordPlatformAudit(work, { act: 'messagePrice.changed', subject: subjectOf(row), detail })
  return row
}

export async function deletePrice(work: PlatformWork, id: MessagePriceId): Promise<void> {
  const row = await priceToChange(work, id)
  await work.db.run(removeMessagePrice, { id })
  await recordPlatformAudit(work, {
    act: 'messagePrice.deleted',
    subject: subjectOf(row),
    detail: detailOf(row),
  })
}

/** Stores the prices of all lines, or of none. A repeated import changes nothing. */
export async function importPrices(
  work: PlatformWork,
  { validFrom, currency, lines }: MessagePriceImport,
): Promise<number> {
  const { prices, problems } = parsePriceList(lines)
  const [problem] = problems
  if (problem !== undefined) throw refuse('ERR_PRICE_LINE', { line: problem.line, what: problem.what })
  if (prices.length === 0) throw refuse('ERR_VALIDATION', { field: 'lines' })
  if (prices.length > maxPriceListLines)
    throw refuse('ERR_TOO_MANY', { what: 'priceLines', limit: maxPriceListLines })
  await work.db.run(upsertMessagePrices, {
    validFrom,
    currency,
    countries: prices.map(({ country }) => country),
    categories: prices.map(({ category }) => category),
    amounts: prices.map(({ amount }) => amount),
    at: work.now,
  })
  const count = prices.length
  await recordPlatformAudit(work, {
    act: 'messagePrices.imported',
    detail: { count, from: validFrom, currency },
  })
  return count
}

async function priceToChange({ db }: PlatformWork, id: MessagePriceId): Promise<MessagePriceRow> {
  return rowOrRefuse(await db.row(lockMessagePrice, { id }), 'ERR_NO_MESSAGE_PRICE_FOUND')
}

function subjectOf({ id, category, country }: MessagePriceRow) {
  return { id, name: `${category} ${country}` }
}
function detailOf(row: MessagePriceRow) {
  return { from: row.valid_from, value: priceWords(row) }
}
function priceWords({ amount, currency }: MessagePriceRow): string {
  return `${amount} ${currency}`
}
