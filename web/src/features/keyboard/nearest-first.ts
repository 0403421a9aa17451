import { withoutAccents } from '../../lib/without-accents'

/**
 * Orders results: names that begin with the text, then names with a word that does, then names that contain it, then other
 * matches. Equal ranks retain their order.
 */
export function nearestFirst<Found>(
  found: readonly Found[],
  words: string,
  nameOf: (one: Found) => string,
): readonly Found[] {
  const wanted = withoutAccents(words.trim())
  const distance = (one: Found) => {
    const name = withoutAccents(nameOf(one))
    if (name.startsWith(wanted)) return 0
    if (name.includes(` ${wanted}`)) return 1
    return name.includes(wanted) ? 2 : 3
  }
  return found.toSorted((one, other) => distance(one) - distance(other))
}
