import { BufferJSON } from 'baileys'

/** Converts a key to JSON text, preserving bytes. */
export function keyToJson(value: unknown): string {
  return JSON.stringify(value, BufferJSON.replacer)
}

/** The inverse of `keyToJson`. The caller knows the type, as only this package writes these values. */
export function keyFromJson<Value>(text: string): Value {
  return JSON.parse(text, BufferJSON.reviver) as Value
}
