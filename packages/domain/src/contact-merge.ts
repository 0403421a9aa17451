import { type ContactName, type NameSource, strongestName } from './contact-name'
import type { ContactId } from './ids'

/** What the rules need to know of a contact that turns out to be one person with another. */
export interface MergingContact {
  readonly id: ContactId
  readonly name: string
  readonly nameSource: NameSource
  readonly number: string
  readonly isRemoved: boolean
}

/** Which of two contacts goes on: one that stands in the lists, then one whose name we typed, then the older. */
export function contactToKeep<Contact extends MergingContact>(
  one: Contact,
  other: Contact,
): { kept: Contact; gone: Contact } {
  const [kept, gone] = comesFirst(one, other) ? [one, other] : [other, one]
  return { kept, gone }
}

function comesFirst(one: MergingContact, other: MergingContact): boolean {
  if (one.isRemoved !== other.isRemoved) return other.isRemoved
  const isTyped = ({ nameSource }: MergingContact) => nameSource === 'typed'
  if (isTyped(one) !== isTyped(other)) return isTyped(one)
  return one.id < other.id
}

/** The name of both together: the stronger one, and of two alike the kept contact's. A number stands in before words. */
export function mergedName(kept: MergingContact, gone: MergingContact): ContactName {
  const names = [kept, gone].map(({ name, nameSource }) => ({ name, source: nameSource }))
  const strongest = strongestName(names) ?? { name: kept.name, source: kept.nameSource }
  if (strongest.source !== 'stand-in') return strongest
  return { name: kept.number || gone.number || kept.name, source: 'stand-in' }
}
