import { z } from 'zod'

// Meta adds keys and kinds without a new API version, and omits keys. So these schemas never fail: a missing
// or malformed value becomes null.

/** A text, or a number as text; null for other values. */
export const nullableText = z
  .union([z.string(), z.number().transform(String)])
  .nullable()
  .catch(null)

/** A finite number, or digits as a number; null for other values. */
export const nullableNumber = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^-?\d+(\.\d+)?$/)
      .transform(Number),
  ])
  .refine(Number.isFinite)
  .nullable()
  .catch(null)

export const nullableBoolean = z.boolean().nullable().catch(null)

/** A schema for an object with these keys; other values become null. */
export function nullableObject<Keys extends z.ZodRawShape>(keys: Keys) {
  return z.object(keys).nullable().catch(null)
}

/**
 * A schema for a list of objects with these keys. Other elements are dropped; other values become an empty
 * list.
 */
export function objectList<Keys extends z.ZodRawShape>(keys: Keys) {
  const element = z.object(keys)
  return z
    .array(z.unknown())
    .catch([])
    .transform((elements) =>
      elements.flatMap((one): z.output<typeof element>[] => {
        const read = element.safeParse(one)
        return read.success ? [read.data] : []
      }),
    )
}

/** A list of texts; other elements are dropped. */
export const textList = z
  .array(z.unknown())
  .catch([])
  .transform((elements) => elements.filter((one) => typeof one === 'string'))

/**
 * Parses JSON; undefined when invalid. `JSON.parse`'s errors quote the text, which may be secret, so they are
 * dropped.
 */
export function parseJson(given: string): unknown {
  try {
    return JSON.parse(given)
  } catch {
    return undefined
  }
}
