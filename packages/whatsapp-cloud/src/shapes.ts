import { z } from 'zod'

// Meta adds keys and kinds without a version, and leaves keys out. These schemas read what they know and never fail:
// a missing or strange value is null.

/** A text, also where Meta sends a number. */
export const text = z
  .union([z.string(), z.number().transform(String)])
  .nullable()
  .catch(null)

/** A finite number, also where Meta sends digits as text. */
export const amount = z
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

export const flag = z.boolean().nullable().catch(null)

/** An object with these keys, or null. */
export function shape<Keys extends z.ZodRawShape>(keys: Keys) {
  return z.object(keys).nullable().catch(null)
}

/** The elements that are objects with these keys; empty where there is no list. */
export function listOf<Keys extends z.ZodRawShape>(keys: Keys) {
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

/** Texts of a list; other elements are left out. */
export const texts = z
  .array(z.unknown())
  .catch([])
  .transform((elements) => elements.filter((one) => typeof one === 'string'))

/** Parsed JSON, or undefined. `JSON.parse` itself quotes the text in its errors, which may be secret. */
export function jsonOf(given: string): unknown {
  try {
    return JSON.parse(given)
  } catch {
    return undefined
  }
}
