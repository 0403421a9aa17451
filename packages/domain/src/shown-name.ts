// Control characters, lone surrogates, line and paragraph separators, and bidi controls. Joiners are allowed,
// because emoji and some scripts need them.
const misleading = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/**
 * The most characters of a name. WhatsApp allows 100 for a group and 25 for a person, but phones may send
 * more, and a name is part of a database index.
 */
const longest = 100

/**
 * Makes a stranger's name safe to show: shortens it, and removes controls that could reverse the text beside
 * it.
 */
export function safeDisplayName(given: string): string {
  return safeSingleLine(given, longest)
}

/**
 * A stranger's text as one line of at most `most` characters, without the bidi controls that reverse the text
 * beside it.
 */
export function safeSingleLine(given: string, most: number): string {
  const clean = given
    .slice(0, 16 * most)
    .replace(misleading, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return [...clean].slice(0, most).join('').trim()
}
