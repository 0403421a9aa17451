/**
 * Where the name of a contact comes from, the strongest first: a person of the company typed it, the group bears it, it
 * stands in the phone book of the handset, the business is registered under it, the person calls itself so. A fallback name
 * only fills the place of a name: the number, or words for somebody unknown.
 */
export const nameSources = ['typed', 'subject', 'phone-book', 'business', 'push', 'stand-in'] as const
export type NameSource = (typeof nameSources)[number]

export interface ContactName {
  readonly name: string
  readonly source: NameSource
}

/** The name after another one was told: a newer name wins over one of the same source, and never over a stronger one. */
export function nameAfter(known: ContactName, told: ContactName): ContactName {
  return told.name.trim() !== '' && rank(told) <= rank(known) ? told : known
}

/** The strongest of several names; of two alike the first. */
export function strongestName(names: readonly ContactName[]): ContactName | null {
  const [first, ...others] = names
  if (first === undefined) return null
  return others.reduce((best, name) => (rank(name) < rank(best) ? name : best), first)
}

function rank({ source }: ContactName): number {
  return nameSources.indexOf(source)
}
