import { limits } from '@balcao/domain/limits'

/** One more than a message may have: by it `storedContent` sees that there was more, and says so. */
const longest = limits.messageText.max + 1

/**
 * The same thing with every text as PostgreSQL can store it: without NUL, and with halves of characters (lone
 * surrogates) replaced. Strangers may write both, and such a message would otherwise never be taken in. No text is much
 * longer than the longest message of WhatsApp's own apps: a hostile phone may send any length.
 */
export function storableTexts<T>(value: T): T {
  if (typeof value === 'string') return storable(value) as T & string // T is the string that came in
  if (value === null || typeof value !== 'object') return value
  if (value instanceof Date || value instanceof Uint8Array) return value
  if (Array.isArray(value)) return value.map(storableTexts) as T & unknown[] // parts of the same kinds
  const parts = Object.entries(value).map(([name, part]) => [name, storableTexts(part)])
  return Object.fromEntries(parts) as T // the same names with parts of the same kinds
}

/** Encoding replaces what is no character. */
function storable(text: string): string {
  return Buffer.from(text.slice(0, longest)).toString().replaceAll('\u0000', '')
}
