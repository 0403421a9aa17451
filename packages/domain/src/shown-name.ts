// Control characters, lone surrogates, separators and bidi controls. Emoji and some scripts need joiners.
const misleading = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** WhatsApp allows 100 for a group, but phones may send more, and a name is part of a database index. */
const longest = 100

/** Shortens a stranger's name, and removes controls that could reverse the text beside it. */
export function safeDisplayName(given: string): string {
  return safeSingleLine(given, longest)
}

/** A stranger's text as one line, without bidi controls, which reverse the text beside it. */
export function safeSingleLine(given: string, most: number): string {
  const clean = given
    .slice(0, 16 * most)
    .replace(misleading, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return [...clean].slice(0, most).join('').trim()
}
