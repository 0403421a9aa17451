import type { ContactId } from './ids'

/** What the rules need to know of a contact that turns out to be one person with another. */
export interface MergingContact {
  readonly id: ContactId
  readonly name: string
  /** A person of the company wrote the name; else WhatsApp told it, or it stands for one that nobody knows. */
  readonly isNameOurs: boolean
  readonly number: string
  readonly isRemoved: boolean
}

/** Shown of a person of whom neither name nor number is known: a LID is never shown. */
export const namelessPerson = 'Contato do WhatsApp'

/** Which of two contacts goes on: one that stands in the lists, then one whose name is ours, then the older. */
export function contactToKeep<Contact extends MergingContact>(
  one: Contact,
  other: Contact,
): { kept: Contact; gone: Contact } {
  const [kept, gone] = comesFirst(one, other) ? [one, other] : [other, one]
  return { kept, gone }
}

function comesFirst(one: MergingContact, other: MergingContact): boolean {
  if (one.isRemoved !== other.isRemoved) return other.isRemoved
  if (one.isNameOurs !== other.isNameOurs) return one.isNameOurs
  return one.id < other.id
}

/** The name of both together: ours before the person's own, and any before a stand-in. */
export function mergedName(
  kept: MergingContact,
  gone: MergingContact,
): Pick<MergingContact, 'name' | 'isNameOurs'> {
  const named = [kept, gone].find(({ isNameOurs }) => isNameOurs)
  if (named !== undefined) return { name: named.name, isNameOurs: true }
  const told = [kept, gone].find((contact) => !isStandIn(contact))
  const { number } = kept.number === '' ? gone : kept
  return { name: told?.name ?? (number === '' ? namelessPerson : number), isNameOurs: false }
}

/** Whether the name only fills the place of one: the number, or the words for somebody unknown. */
export function isStandIn({
  name,
  isNameOurs,
  number,
}: Pick<MergingContact, 'name' | 'isNameOurs' | 'number'>): boolean {
  return !isNameOurs && (name === namelessPerson || name === number)
}
