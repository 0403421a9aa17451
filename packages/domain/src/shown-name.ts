// Matches control characters, lone surrogates, separators and bidi controls. Joiners (U+200D) stay, because
// emoji and some scripts need them.
const misleading = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** The most characters of a name. Phones may send longer ones, too long for a database index entry. */
const longest = 100

/** A stranger's name, shortened, without control characters that could reverse the text beside it. */
export function safeDisplayName(given: string): string {
  return safeSingleLine(given, longest)
}

/** A stranger's text as one line of at most `most` characters, without controls that reverse text. */
export function safeSingleLine(given: string, most: number): string {
  const clean = given
    .slice(0, 16 * most)
    .replace(misleading, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return [...clean].slice(0, most).join('').trim()
}
