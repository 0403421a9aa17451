import { BufferJSON } from 'baileys'

/** Converts a key to JSON text, preserving bytes. */
export function keyToText(value: unknown): string {
  return JSON.stringify(value, BufferJSON.replacer)
}

/** The inverse of `keyToText`. The caller knows the type, as only this package writes these values. */
export function keyFromText<Value>(text: string): Value {
  return JSON.parse(text, BufferJSON.reviver) as Value
}
