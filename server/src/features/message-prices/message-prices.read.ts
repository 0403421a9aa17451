import type { ParsedInputOf } from '@balcao/contract/endpoint'
import type {
  listMessagePrices,
  MessageCostEstimate,
  MessageCostReport,
} from '@balcao/contract/message-prices'
import { countryOfRecipient } from '@balcao/domain/calling-codes'
import { dayOf, dayRange } from '@balcao/domain/days'
import type { ConnectionId, ContactListId } from '@balcao/domain/ids'
import { multiplyMoney, sumByCurrency } from '@balcao/domain/message-prices'
import { capabilitiesOf } from '@balcao/domain/providers'
import { type ListPage, readListPage } from '../../platform/database/list-page'
import type { CompanyWork, PlatformWork } from '../../platform/work'
import { ownCompany } from '../companies/companies.read'
import { connectionToRead } from '../connections/connections.access'
import {
  chargesByCategoryAndCountry,
  countMessagePrices,
  countRecipientsByPrefix,
  type MessageChargesRow,
  type MessagePriceRow,
  messagePricesOfDay,
  messagePricesPage,
} from './message-prices.queries'

type DbReader = Pick<CompanyWork, 'db' | 'now'>

export function listPrices(
  { db }: PlatformWork,
  query: ParsedInputOf<typeof listMessagePrices>['query'],
): Promise<ListPage<MessagePriceRow>> {
  const { pageNumber, category = null, country = null } = query
  return readListPage(
    db,
    { page: messagePricesPage, count: countMessagePrices },
    { category, country },
    pageNumber,
  )
}

/** The billed messages of a connection in a month of the company's time zone, with their cost by the stored prices. */
export async function reportMessageCosts(
  work: DbReader,
  connectionId: ConnectionId,
  askedMonth: string | undefined,
): Promise<MessageCostReport> {
  const [{ time_zone: timeZone }] = await Promise.all([
    ownCompany(work),
    connectionToRead(work, connectionId),
  ])
  const month = askedMonth ?? dayOf(work.now, timeZone).slice(0, 7)
  const { from } = dayRange(`${month}-01`, timeZone)
  const { from: until } = dayRange(`${monthAfter(month)}-01`, timeZone)
  const charged = await work.db.rows(chargesByCategoryAndCountry, { connectionId, from, until, timeZone })
  const kinds = new Map<string, MessageChargesRow[]>()
  for (const row of charged) {
    const kind = `${row.category} ${row.country}`
    kinds.set(kind, [...(kinds.get(kind) ?? []), row])
  }
  return {
    month,
    rows: [...kinds.values()].flatMap((rows) => {
      const [first] = rows
      return first === undefined ? [] : [{ category: first.category, country: first.country, ...sumOf(rows) }]
    }),
    total: sumOf(charged),
  }
}

function sumOf(rows: readonly MessageChargesRow[]): MessageCostReport['total'] {
  const sum = (of: (row: MessageChargesRow) => number) => rows.reduce((total, row) => total + of(row), 0)
  return {
    messages: sum(({ messages }) => messages),
    billed: sum(({ billed }) => billed),
    unpriced: sum(({ billed, currency }) => (currency === null ? billed : 0)),
    costs: [
      ...sumByCurrency(
        rows.flatMap(({ cost, currency }) => (currency === null ? [] : { amount: cost, currency })),
      ),
    ],
  }
}

function monthAfter(month: string): string {
  const date = new Date(`${month}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + 1)
  return date.toISOString().slice(0, 7)
}

/** The highest possible cost, because Meta bills not every message. Null: the provider bills no messages. */
export async function estimateMessageCosts(
  work: DbReader,
  { provider, category, listId }: { provider: string; category: string; listId: ContactListId },
): Promise<MessageCostEstimate | null> {
  if (!capabilitiesOf(provider).billsMessages) return null
  const [{ time_zone: timeZone }, groups] = await Promise.all([
    ownCompany(work),
    work.db.rows(countRecipientsByPrefix, { listId }),
  ])
  const counts = new Map<string | null, number>()
  for (const { beginning, recipients } of groups) {
    const country = countryOfRecipient(beginning, beginning)
    counts.set(country, (counts.get(country) ?? 0) + recipients)
  }
  const found = await work.db.rows(messagePricesOfDay, {
    category: category.toLowerCase(),
    countries: [...counts.keys()].filter((country) => country !== null),
    day: dayOf(work.now, timeZone),
  })
  const prices = new Map(found.map((price) => [price.country, price]))
  const countries = [...counts]
    .map(([country, recipients]) => {
      const price = country === null ? undefined : prices.get(country)
      return { country, recipients, cost: price === undefined ? null : multiplyMoney(price, recipients) }
    })
    .sort((one, other) => other.recipients - one.recipients)
  return {
    unpriced: countries.reduce((sum, { cost, recipients }) => sum + (cost === null ? recipients : 0), 0),
    costs: [...sumByCurrency(countries.flatMap(({ cost }) => cost ?? []))],
    countries,
  }
}
