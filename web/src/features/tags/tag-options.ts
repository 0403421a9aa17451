import { withoutAccents } from '../../lib/without-accents'
import type { TicketTag } from './api/tags'

export type TagOption =
  | { readonly kind: 'known'; readonly tag: TicketTag }
  /** A name without a tag. */
  | { readonly kind: 'new'; readonly name: string }

/** The unchosen tags that contain the text, then the option to create one (CONVO-25). */
export function tagOptions(
  tags: readonly TicketTag[],
  chosen: readonly TicketTag[],
  typed: string,
): TagOption[] {
  const words = withoutAccents(typed.trim())
  const found = tags
    .filter((tag) => withoutAccents(tag.name).includes(words) && !chosen.some(({ id }) => id === tag.id))
    .map((tag): TagOption => ({ kind: 'known', tag }))
  const name = typed.trim()
  return name === '' || tags.some((tag) => isFound(tag, name)) ? found : [...found, { kind: 'new', name }]
}

/** Tag names are compared without case, but with accents. */
export function isFound(tag: { readonly name: string }, name: string): boolean {
  return tag.name.toLowerCase() === name.trim().toLowerCase()
}
