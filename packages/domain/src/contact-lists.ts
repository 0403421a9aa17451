import { type ColumnTarget, guessTargets, type ImportColumn, looksLikeHeader } from './contact-imports'

/** The check of a listed number: WhatsApp knows it, does not know it, or has not been asked yet. */
export const listedStates = ['valid', 'invalid', 'due'] as const
export type ListedState = (typeof listedStates)[number]

/**
 * The rate of number checks (docs/features/contact-lists.md): a batch, then a rest, shared by all lists of a company,
 * since WhatsApp bans numbers that ask too much. Without a connection the next attempt follows after `cutOffSeconds`.
 */
export const numberChecks = { atOnce: 10, restSeconds: 10, cutOffSeconds: 300, mostTries: 5 } as const

/** The minimum time of the checks of so many numbers, in seconds. */
export function checkSecondsLeft(due: number): number {
  return Math.ceil(due / numberChecks.atOnce) * numberChecks.restSeconds
}

const columnsWithoutTitles: readonly ColumnTarget[] = ['name', 'number', 'email']

/** The columns of a spreadsheet: by their titles, else name, number and e-mail in this order (CLIST-10). */
export function columnsOfList(first: readonly string[]): {
  readonly hasHeader: boolean
  readonly columns: readonly ImportColumn[]
} {
  const hasHeader = looksLikeHeader(first)
  const targets = hasHeader ? guessTargets(first) : columnsWithoutTitles
  return { hasHeader, columns: targets.map((target, place) => ({ title: first[place] ?? '', target })) }
}
