import type { MoveInBatch } from './piece'
import type { SourceRow } from './step'

export function decodeUriComponentOrSame(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export function groupedBy<Key, Item>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

/** Returns the column as text. '': it is empty or absent. */
export function textOf(row: SourceRow, column: string): string {
  const value = row[column]
  return value === null || value === undefined ? '' : String(value)
}

/** Returns the column as a time, or `otherwise` if it is absent or invalid. */
export function timeOf(row: SourceRow, column: string, otherwise: Date): Date {
  return timeOrNull(row, column) ?? otherwise
}

export function timeOrNull(row: SourceRow, column: string): Date | null {
  const value = row[column]
  if (value === null || value === undefined || value === '') return null
  const time = value instanceof Date ? value : new Date(String(value))
  return Number.isNaN(time.getTime()) ? null : time
}

/** Returns a new row's times. Chatwoot's columns are in snake case, those of Whaticket in camel case. */
export function timestampsOf(row: SourceRow, { work }: MoveInBatch) {
  return {
    created_at: timeOf({ at: row.createdAt ?? row.created_at }, 'at', work.now),
    updated_at: timeOf({ at: row.updatedAt ?? row.updated_at }, 'at', work.now),
  }
}

/** Returns the column as a whole number within the limits, or `otherwise` if it is absent. */
export function wholeNumberOf(
  row: SourceRow,
  column: string,
  { least = 0, most = 2_147_483_647, otherwise = 0 } = {},
): number {
  const number = Number(row[column] ?? Number.NaN)
  return Number.isFinite(number) ? Math.min(most, Math.max(least, Math.round(number))) : otherwise
}

/** Whether a setting is on. Forks store settings as booleans, numbers or words. */
export function isSwitchedOn(value: unknown): boolean {
  return value === true || value === 1 || ['true', '1', 'enabled', 'enable', 'on'].includes(String(value))
}

/** Returns a JSON value, or parses a text that contains one. Null: the text is no valid JSON. */
export function parseJsonOrNull(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? null
  try {
    return JSON.parse(value)
  } catch {
    return null
  }
}

export function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[field] : undefined
}

/** Makes a name unique by adding a number at its end, and adds the result to `taken` in lower case. */
export function uniqueName(name: string, taken: Set<string>): string {
  for (let place = 1; ; place++) {
    const tried = place === 1 ? name : `${name} (${place})`
    if (taken.has(tried.toLowerCase())) continue
    taken.add(tried.toLowerCase())
    return tried
  }
}

/** Returns the nearest colour `#rrggbb` that is not taken, and adds it to `taken`. */
export function uniqueColour(colour: string, taken: Set<string>): string {
  const [, short] = /^#([0-9a-f]{3})$/i.exec(colour) ?? []
  const long = short === undefined ? colour : `#${[...short].map((digit) => digit + digit).join('')}`
  let number = Number.parseInt(/^#([0-9a-f]{6})$/i.exec(long)?.[1] ?? '5c6bc0', 16)
  for (;;) {
    const tried = `#${number.toString(16).padStart(6, '0')}`
    number = (number + 0x07_0b_0d) % 0x100_0000
    if (taken.has(tried)) continue
    taken.add(tried)
    return tried
  }
}
