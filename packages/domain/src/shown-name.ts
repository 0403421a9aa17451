// Control characters, lone surrogates, line and paragraph separators, and bidi controls. Joiners stay: families of
// emojis and some scripts need them.
const misleading = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/**
 * WhatsApp allows a group 100 characters and a person 25; phones may send any number, and a name is part of an index.
 */
const longest = 100

/** The name of a person or group, made safe for lists and notifications: it cannot reverse the text beside it. */
export function shownName(given: string): string {
  return shownLine(given, longest)
}

/**
 * A stranger's text as one line of at most so many characters, without bidi controls that reverse the text beside it.
 */
export function shownLine(given: string, most: number): string {
  const clean = given
    .slice(0, 16 * most)
    .replace(misleading, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return [...clean].slice(0, most).join('').trim()
}
