import { type ColumnTarget, guessTargets, type ImportColumn, looksLikeHeader } from './contact-imports'

/** What is known of a listed number: WhatsApp knows it, does not, or is still to be asked. */
export const listedStates = ['valid', 'invalid', 'due'] as const
export type ListedState = (typeof listedStates)[number]

/**
 * How WhatsApp is asked about numbers (docs/features/contact-lists.md): so many, then a rest, for all lists of a company together, since
 * WhatsApp forbids numbers that ask much. Without a connection it is tried again after `cutOffSeconds`.
 */
export const numberChecks = { atOnce: 10, restSeconds: 10, cutOffSeconds: 300, mostTries: 5 } as const

/** At least how long the questions about so many numbers still take, in seconds. */
export function checkSecondsLeft(due: number): number {
  return Math.ceil(due / numberChecks.atOnce) * numberChecks.restSeconds
}

const columnsWithoutTitles: readonly ColumnTarget[] = ['name', 'number', 'email']

/** What the columns of a spreadsheet are: by their titles, else name, number and e-mail in this order (CLIST-10). */
export function columnsOfList(first: readonly string[]): {
  readonly hasHeader: boolean
  readonly columns: readonly ImportColumn[]
} {
  const hasHeader = looksLikeHeader(first)
  const targets = hasHeader ? guessTargets(first) : columnsWithoutTitles
  return { hasHeader, columns: targets.map((target, place) => ({ title: first[place] ?? '', target })) }
}
