import { type ColumnTarget, guessColumnTargets, type ImportColumn, isHeaderRow } from './contact-imports'

/** Whether a listed number has WhatsApp (`valid`), has none (`invalid`), or must still be checked (`due`). */
export const numberCheckStates = ['valid', 'invalid', 'due'] as const
export type NumberCheckState = (typeof numberCheckStates)[number]

/**
 * The pace of number checks. All lists of a company share it, because WhatsApp bans numbers that check too
 * much. The next batch waits `restSeconds`, or `cutOffSeconds` when no connection is available.
 */
export const numberCheckLimits = { atOnce: 10, restSeconds: 10, cutOffSeconds: 300, mostTries: 5 } as const

/** The minimum time to check `due` numbers, in seconds. */
export function numberCheckSecondsLeft(due: number): number {
  return Math.ceil(due / numberCheckLimits.atOnce) * numberCheckLimits.restSeconds
}

const columnsWithoutTitles: readonly ColumnTarget[] = ['name', 'number', 'email']

/** Assigns columns by their titles, or without titles as name, number and e-mail (CLIST-10). */
export function contactListColumnsOf(first: readonly string[]): {
  readonly hasHeader: boolean
  readonly columns: readonly ImportColumn[]
} {
  const hasHeader = isHeaderRow(first)
  const targets = hasHeader ? guessColumnTargets(first) : columnsWithoutTitles
  return { hasHeader, columns: targets.map((target, place) => ({ title: first[place] ?? '', target })) }
}
