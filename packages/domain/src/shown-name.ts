// Control characters, lone surrogates, line and paragraph separators, and what turns the direction of writing (bidi).
// Joiners stay: families of emojis and some scripts are written with them.
const misleading = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** WhatsApp allows a group 100 characters and a person 25; phones may write any number, and a name stands in an index. */
const longest = 100

/** The name that somebody gives itself or a group, fit for lists and notifications: it turns nothing that stands beside it. */
export function shownName(given: string): string {
  return shownLine(given, longest)
}

/** Words of a stranger as one line of at most so many characters, which turns nothing that stands beside it. */
export function shownLine(given: string, most: number): string {
  const clean = given
    .slice(0, 16 * most)
    .replace(misleading, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return [...clean].slice(0, most).join('').trim()
}
