import { type ContactNameWithSource, type NameSource, nameWithStrongestSource } from './contact-name'
import type { ContactId } from './ids'

export interface MergingContact {
  readonly id: ContactId
  readonly name: string
  readonly nameSource: NameSource
  readonly number: string
  readonly isRemoved: boolean
}

/** Chooses the contact that a merge keeps. The first difference decides: not deleted, typed name, older. */
export function chooseContactToKeep<Contact extends MergingContact>(
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

/**
 * The name of the merged contact: the name with the stronger source or, if both are equal, the kept
 * contact's. If that is only a fallback name, the phone number replaces it, when known.
 */
export function mergedContactName(kept: MergingContact, gone: MergingContact): ContactNameWithSource {
  const names = [kept, gone].map(({ name, nameSource }) => ({ name, source: nameSource }))
  const strongest = nameWithStrongestSource(names) ?? { name: kept.name, source: kept.nameSource }
  if (strongest.source !== 'stand-in') return strongest
  return { name: kept.number || gone.number || kept.name, source: 'stand-in' }
}
