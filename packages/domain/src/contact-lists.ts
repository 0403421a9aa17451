import { type ColumnTarget, guessColumnTargets, type ImportColumn, isHeaderRow } from './contact-imports'

/** Whether a listed number has WhatsApp (`valid`), has none (`invalid`), or must still be checked (`due`). */
export const numberCheckStates = ['valid', 'invalid', 'due'] as const
export type NumberCheckState = (typeof numberCheckStates)[number]

/**
 * How fast a company checks whether numbers have WhatsApp: after `atOnce` numbers it pauses for
 * `restSeconds`, or for `cutOffSeconds` when no connection is available. All lists of a company share this
 * pace, because WhatsApp bans numbers that check too much. `mostTries` limits the tries of one number.
 */
export const numberCheckLimits = { atOnce: 10, restSeconds: 10, cutOffSeconds: 300, mostTries: 5 } as const

/** The minimum time in seconds to check so many numbers. */
export function numberCheckSecondsLeft(due: number): number {
  return Math.ceil(due / numberCheckLimits.atOnce) * numberCheckLimits.restSeconds
}

const columnsWithoutTitles: readonly ColumnTarget[] = ['name', 'number', 'email']

/** Which field each column fills, by the titles of the first row; else name, number, e-mail (CLIST-10). */
export function contactListColumnsOf(first: readonly string[]): {
  readonly hasHeader: boolean
  readonly columns: readonly ImportColumn[]
} {
  const hasHeader = isHeaderRow(first)
  const targets = hasHeader ? guessColumnTargets(first) : columnsWithoutTitles
  return { hasHeader, columns: targets.map((target, place) => ({ title: first[place] ?? '', target })) }
}
