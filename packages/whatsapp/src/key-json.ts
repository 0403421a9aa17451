import { BufferJSON } from 'baileys'

export function keyToJson(value: unknown): string {
  return JSON.stringify(value, BufferJSON.replacer)
}

/** The caller states the type, without a check, because only this package writes these values. */
export function keyFromJson<Value>(text: string): Value {
  return JSON.parse(text, BufferJSON.reviver) as Value
}
