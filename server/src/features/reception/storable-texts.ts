import { limits } from '@balcao/domain/limits'

/** One more than `storedContentOf` allows, so that `storedContentOf` detects and marks a cut text. */
const maxLength = limits.messageText.max + 1

/** Returns a copy without NUL and lone surrogates, which strangers may send and PostgreSQL cannot store. Cuts texts. */
export function makeTextsStorable<T>(value: T): T {
  // The cast is safe: T is a string type.
  if (typeof value === 'string') return storableText(value) as T & string
  if (value === null || typeof value !== 'object') return value
  if (value instanceof Date || value instanceof Uint8Array) return value
  // The cast is safe: the elements keep their types.
  if (Array.isArray(value)) return value.map(makeTextsStorable) as T & unknown[]
  const parts = Object.entries(value).map(([name, part]) => [name, makeTextsStorable(part)])
  // The cast is safe: the copy has the same names, with values of the same types.
  return Object.fromEntries(parts) as T
}

/** Encoding to UTF-8 replaces lone surrogates. */
function storableText(text: string): string {
  return Buffer.from(text.slice(0, maxLength)).toString().replaceAll('\u0000', '')
}
