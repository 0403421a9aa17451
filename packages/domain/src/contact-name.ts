/**
 * The source of a contact's name, strongest first: typed by a user, the group's subject, the phone book of
 * the linked phone, the business name, the person's profile name. `stand-in` is a fallback name: the phone
 * number, or a text for an unknown person.
 */
export const nameSources = ['typed', 'subject', 'phone-book', 'business', 'push', 'stand-in'] as const
export type NameSource = (typeof nameSources)[number]

export interface ContactName {
  readonly name: string
  readonly source: NameSource
}

/**
 * The contact's name after WhatsApp reported one. The reported name replaces a name of the same or a weaker
 * source.
 */
export function nameAfterWhatsappReport(known: ContactName, reported: ContactName): ContactName {
  return reported.name.trim() !== '' && rank(reported) <= rank(known) ? reported : known
}

/** The name with the strongest source; among equals, the first. */
export function nameWithStrongestSource(names: readonly ContactName[]): ContactName | null {
  const [first, ...others] = names
  if (first === undefined) return null
  return others.reduce((best, name) => (rank(name) < rank(best) ? name : best), first)
}

function rank({ source }: ContactName): number {
  return nameSources.indexOf(source)
}
