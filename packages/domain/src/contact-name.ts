/**
 * The source of a contact's name, the strongest first: typed by a user of the company, the subject of the group, the
 * phone book of the handset, the registered business name, the person's own profile name. A fallback name fills in for
 * a missing one: the number, or a text for an unknown person.
 */
export const nameSources = ['typed', 'subject', 'phone-book', 'business', 'push', 'stand-in'] as const
export type NameSource = (typeof nameSources)[number]

export interface ContactName {
  readonly name: string
  readonly source: NameSource
}

/**
 * The name after WhatsApp reported another one: a newer name wins over one of the same source, never over a stronger
 * one.
 */
export function nameAfter(known: ContactName, reported: ContactName): ContactName {
  return reported.name.trim() !== '' && rank(reported) <= rank(known) ? reported : known
}

/** The strongest of several names; the first among equals. */
export function strongestName(names: readonly ContactName[]): ContactName | null {
  const [first, ...others] = names
  if (first === undefined) return null
  return others.reduce((best, name) => (rank(name) < rank(best) ? name : best), first)
}

function rank({ source }: ContactName): number {
  return nameSources.indexOf(source)
}
