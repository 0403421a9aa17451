import { z } from 'zod'

// Meta omits and adds keys without a new API version. So these schemas never fail: a missing or malformed value becomes
// null. They use `transform` instead of Zod's `catch`, which builds an error first (0.3 ms for each webhook).

const anything = z.unknown().optional()

/** A text, or a number as text; null for other values. */
export const nullableText = anything.transform((value) =>
  typeof value === 'string' ? value : Number.isFinite(value) ? String(value) : null,
)

/** A finite number, or digits as a number; null for other values. */
export const nullableNumber = anything.transform((value) => {
  const number = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
})

export const nullableBoolean = anything.transform((value) => (typeof value === 'boolean' ? value : null))

/** A schema for an object with these keys, which converts other values to null. */
export function nullableObject<Keys extends z.ZodRawShape>(keys: Keys) {
  const object = z.object(keys)
  return anything.transform((value) => (isRecord(value) ? (object.safeParse(value).data ?? null) : null))
}

/** A schema for a list of objects with these keys. Other elements are dropped; other values become `[]`. */
export function objectList<Keys extends z.ZodRawShape>(keys: Keys) {
  const object = z.object(keys)
  return anything.transform((elements) =>
    listOf(elements).flatMap((element): z.output<typeof object>[] => {
      const read = object.safeParse(element)
      return read.success ? [read.data] : []
    }),
  )
}

/** A list of texts; other elements are dropped. */
export const textList = anything.transform((elements) =>
  listOf(elements).filter((element) => typeof element === 'string'),
)

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Undefined when invalid. The errors of `JSON.parse` quote the text, which may be secret, so they are dropped. */
export function parseJson(given: string): unknown {
  try {
    return JSON.parse(given)
  } catch {
    return undefined
  }
}
