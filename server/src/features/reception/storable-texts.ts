/**
 * The same thing with every text as PostgreSQL can store it: without NUL, and with halves of characters (lone
 * surrogates) replaced. Strangers may write both, and such a message would otherwise never be taken in.
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
  return Buffer.from(text).toString().replaceAll('\u0000', '')
}
