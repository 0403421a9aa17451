import { isoCountryCodes } from './calling-codes'

/** The known categories of messages that Meta bills, in Meta's spelling. Meta may add others. */
export const priceCategories = [
  'marketing',
  'utility',
  'authentication',
  'service',
  'marketing_lite',
  'authentication-international',
  'referral_conversion',
] as const
export const priceCategoryPattern = /^[a-z][a-z0-9_-]{0,39}$/

/** A price with this country applies to every country without a price of its own. */
export const fallbackPriceCountry = '*'
const known: ReadonlySet<string> = new Set([...isoCountryCodes, fallbackPriceCountry])

export function isPricedCountry(country: string): boolean {
  return known.has(country)
}

/** The format of an amount: decimal text with up to seven digits before the point and six after it. */
export const amountPattern = /^\d{1,7}(\.\d{1,6})?$/
export const currencyPattern = /^[A-Z]{3}$/

/** An amount of a currency. `amount` is decimal text, because floating-point numbers round. */
export interface Money {
  readonly amount: string
  readonly currency: string
}

const decimals = 6

/** Converts an amount to whole millionths, which add up exactly. */
function exactly(amount: string): bigint {
  const [whole = '0', rest = ''] = amount.split('.')
  return BigInt(whole + rest.slice(0, decimals).padEnd(decimals, '0'))
}
function asText(millionths: bigint): string {
  const digits = String(millionths).padStart(decimals + 1, '0')
  const rest = digits.slice(-decimals).replace(/0+$/, '')
  return digits.slice(0, -decimals) + (rest === '' ? '' : `.${rest}`)
}

/** The exact price of `count` messages. */
export function multiplyMoney({ amount, currency }: Money, count: number): Money {
  return { amount: asText(exactly(amount) * BigInt(count)), currency }
}

/** The exact sum of each currency, sorted by currency. */
export function sumByCurrency(costs: readonly Money[]): readonly Money[] {
  const sums = new Map<string, bigint>()
  for (const { amount, currency } of costs) sums.set(currency, (sums.get(currency) ?? 0n) + exactly(amount))
  return [...sums]
    .map(([currency, sum]) => ({ amount: asText(sum), currency }))
    .sort((one, other) => (one.currency < other.currency ? -1 : 1))
}

interface PriceListLine {
  readonly country: string
  readonly category: string
  readonly amount: string
}
export type PriceListLineProblem = 'fields' | 'country' | 'category' | 'amount' | 'repeated'
interface ParsedPriceList {
  readonly prices: readonly PriceListLine[]
  /** The wrong lines. `line` counts from 1, and counts empty lines too. */
  readonly problems: readonly { readonly line: number; readonly what: PriceListLineProblem }[]
}

/** The most lines of one import: twice the number of countries times categories in Meta's rate card. */
export const maxPriceListLines = 3_000
const maxPriceListProblems = 20

/**
 * Parses a list with one price on each line, `country;category;amount`, also with tabs or commas. Skips empty
 * lines and a title line.
 */
export function parsePriceList(text: string): ParsedPriceList {
  const prices: PriceListLine[] = []
  const problems: { line: number; what: PriceListLineProblem }[] = []
  const seen = new Set<string>()
  let isFirst = true
  for (const [at, written] of text.split(/\r\n|\r|\n/).entries()) {
    if (written.replace(/[;,\s]/g, '') === '') continue
    const fields = fieldsOf(written)
    const isTitle = isFirst && fields.length === 3 && !/\d/.test(fields[2] ?? '')
    isFirst = false
    if (isTitle) continue
    const read = priceIn(fields)
    const place = typeof read === 'string' ? '' : `${read.country} ${read.category}`
    const what = typeof read === 'string' ? read : seen.has(place) ? 'repeated' : null
    if (what !== null) problems.push({ line: at + 1, what })
    else if (typeof read !== 'string') prices.push(read)
    seen.add(place)
  }
  return { prices, problems: problems.slice(0, maxPriceListProblems) }
}

function fieldsOf(line: string): readonly string[] {
  const separator = line.includes(';') ? ';' : line.includes('\t') ? '\t' : ','
  return line.split(separator).map((field) => field.trim())
}

function priceIn(fields: readonly string[]): PriceListLine | PriceListLineProblem {
  const [country = '', category = '', written = ''] = fields
  if (fields.length !== 3) return 'fields'
  const line = {
    country: country.toUpperCase(),
    category: category.toLowerCase(),
    amount: normalizedDecimal(written),
  }
  if (!isPricedCountry(line.country)) return 'country'
  if (!priceCategoryPattern.test(line.category)) return 'category'
  return amountPattern.test(line.amount) ? line : 'amount'
}

/** Trims the amount, and replaces a decimal comma by a point. */
export function normalizedDecimal(written: string): string {
  return written.trim().replace(',', '.')
}
