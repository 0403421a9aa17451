/**
 * Where a contact's name comes from, strongest source first. `subject`: of the group. `phone-book`: of the
 * linked phone. `push`: the person's profile name. `stand-in`: a fallback, such as the phone number.
 */
export const nameSources = ['typed', 'subject', 'phone-book', 'business', 'push', 'stand-in'] as const
export type NameSource = (typeof nameSources)[number]

export interface ContactNameWithSource {
  readonly name: string
  readonly source: NameSource
}

/** The contact's name after WhatsApp reported one, which replaces a name of the same or a weaker source. */
export function nameAfterWhatsappReport(
  known: ContactNameWithSource,
  reported: ContactNameWithSource,
): ContactNameWithSource {
  return reported.name.trim() !== '' && rank(reported) <= rank(known) ? reported : known
}

/** The name with the strongest source; of several with the same source, the first. Null without names. */
export function nameWithStrongestSource(
  names: readonly ContactNameWithSource[],
): ContactNameWithSource | null {
  const [first, ...others] = names
  if (first === undefined) return null
  return others.reduce((best, name) => (rank(name) < rank(best) ? name : best), first)
}

function rank({ source }: ContactNameWithSource): number {
  return nameSources.indexOf(source)
}
