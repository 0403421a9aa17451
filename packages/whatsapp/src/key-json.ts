import { BufferJSON } from 'baileys'

/** A key as JSON text that preserves bytes. */
export function keyToText(value: unknown): string {
  return JSON.stringify(value, BufferJSON.replacer)
}

/** Inverse of `keyToText`. The caller knows the shape: only this package writes these values. */
export function keyFromText<Value>(text: string): Value {
  return JSON.parse(text, BufferJSON.reviver) as Value
}
