import { withoutAccents } from '../../lib/without-accents'

/** Names that begin with the words come first, then those in which a word does, then those that hold them, then what was
 *  found by something else; alike ones stay in their order. */
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
