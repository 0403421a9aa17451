/**
 * Parsers for what clients of the earlier API send (GEN-16): `""` is null for ids, numbers and dates; numeric
 * strings are numbers; `1` and `"true"` are booleans. The parsers refuse texts with NUL, which PostgreSQL
 * cannot store.
 */

import { hexOfColour } from '@balcao/domain/colour'
import type { CompanyId, MessageId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { z } from 'zod'

/** The maximum of PostgreSQL's type `integer`. */
const largestId = 2_147_483_647
export const emptyToNull = (value: unknown) =>
  value === '' || value === 'null' || value === 'undefined' ? null : value
export const emptyToUndefined = (value: unknown) => emptyToNull(value) ?? undefined

/** Makes a field optional: null and an empty text count as omitted. */
export const omittable = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional())

export const idSchema = <Id>() => z.number().int() as unknown as z.ZodType<Id, number> // the cast only brands the id

export const idAndName = <Id>() => z.object({ id: idSchema<Id>(), name: z.string() })

/** Accepts a number, or a text that matches `form`, which it converts to a number. */
export const numberOrNumericText = (form: RegExp) =>
  z.union([z.number(), z.string().regex(form).transform(Number)])

/** An id in a path. For anything but a positive integer, the call is answered as not found. */
export const idParam = <Id>() =>
  numberOrNumericText(/^\s*\d{1,10}\s*$/)
    .pipe(z.number().int().min(1).max(largestId))
    .transform((id) => id as Id) // the cast only brands the checked id

/** A message's id in a path. Messages of the phone's history have large negative ids, within ±2^53. */
export const messageIdParam = () =>
  numberOrNumericText(/^\s*-?\d{1,16}\s*$/)
    .pipe(
      z
        .number()
        .int()
        .refine((id) => id !== 0),
    )
    .transform((id) => id as MessageId) // the cast only brands the checked id

/** An id or null in a body or query; an omitted value differs from null. `false` means null (TICKET-22). */
export const idOrNull = <Id>() =>
  z.preprocess((value) => (value === false ? null : emptyToNull(value)), z.union([z.null(), idParam<Id>()]))

export const optionalId = <Id>() => idOrNull<Id>().optional()

/** The query field of endpoints in which the platform's owner may name any company, others only their own. */
export const optionalCompanyId = { companyId: optionalId<CompanyId>() }

/** A whole number from 0 to `max`, as a number or in digits. An empty value becomes `otherwise`. */
export const wholeNumber = (max: number, otherwise = 0) =>
  z.preprocess(
    (value) => (value === undefined ? undefined : (emptyToNull(value) ?? otherwise)),
    numberOrNumericText(/^\s*\d{1,9}\s*$/).pipe(z.number().int().min(0).max(max)),
  )

export const idList = <Id>() =>
  z.preprocess((value) => {
    if (typeof value !== 'string') return value
    if (value === '') return []
    try {
      return JSON.parse(value)
    } catch {
      return value // The text is not JSON, so the schema that runs next refuses it.
    }
  }, z.array(idParam<Id>()).max(500))

export const wireBoolean = z.preprocess(
  (value) =>
    value === 'true' || value === 1 || value === '1' || value === 't'
      ? true
      : value === 'false' || value === 0 || value === '0' || value === ''
        ? false
        : value,
  z.boolean(),
)

/** Replaces lone surrogates (halves of an emoji): they have no UTF-8 form, so PostgreSQL refuses them. */
const wholeCharacters = (value: string) => value.replace(/\p{Surrogate}/gu, '\ufffd')
const hasNoNul = (value: string) => !value.includes('\u0000')

/** A text without NUL. It is not trimmed. `needed` is the error text for a missing value. */
export const textField = (max: number, needed?: string) =>
  z.string(needed).max(max, 'Too Long!').refine(hasNoNul, 'Invalid text').overwrite(wholeCharacters)

/** A trimmed text that may not be empty. `needed` is the error text for an empty field. */
export const requiredText = (max: number, needed = 'Required') => textField(max, needed).trim().min(1, needed)

/** A trimmed text; null and an omitted value count as empty. */
export const textOrEmpty = (max: number) =>
  z.preprocess((value) => value ?? '', textField(max).trim()).default('')

/** A name of 2 to 50 characters, with the specified error texts (USER-04, CONTACT-02, QUEUE-09). */
export const nameText = z
  .string({ error: 'Required' })
  .trim()
  .min(1, 'Required')
  .min(limits.name.min, 'Too Short!')
  .max(limits.name.max, 'Too Long!')
  .refine(hasNoNul, 'Invalid text')
  .overwrite(wholeCharacters)

/** A CSS colour of 3 to 9 characters: hexadecimal, or a name such as `red` (QUEUE-10). */
export const colourText = z
  .string({ error: 'Required' })
  .trim()
  .min(1, 'Required')
  .min(limits.colour.min, 'Too Short!')
  .max(limits.colour.max, 'Too Long!')
  .refine((typed) => hexOfColour(typed) !== null, 'Invalid colour')

export const emailText = z
  .string({ error: 'Required' })
  .trim()
  .toLowerCase()
  .min(1, 'Required')
  .max(254, 'Too Long!')
  .pipe(z.email('Invalid email'))

export const passwordText = z
  .string({ error: 'Required' })
  .min(1, 'Required')
  .min(limits.password.min, 'Too Short!')
  .max(limits.password.max, 'Too Long!')

/** A time on the wire: ISO 8601 in UTC. */
export const instant = z.iso.datetime()

/**
 * An instant, or a local time of the company without offset. Clients of the earlier API write a space instead
 * of ISO 8601's `T` (docs/wire-traps.md, 23).
 */
export const localTimeOrInstant = z
  .string()
  .overwrite((written) => written.trim().replace(/^(\d{4}-\d\d-\d\d) +(?=\d)/, '$1T'))
  .pipe(z.iso.datetime({ offset: true, local: true }))

/** `amount` is decimal text such as `0.0068`, because floats would round. `currency` is ISO 4217. */
export const money = z.object({ amount: z.string(), currency: z.string() })

/** The query fields with which a client requests a page of a list (GEN-07, GEN-08). */
export const pagingQuery = {
  searchParam: z.preprocess((value) => value ?? '', textField(200)).default(''),
  pageNumber: z
    .preprocess((value) => emptyToNull(value) ?? 1, z.coerce.number().int().min(1).max(100_000))
    .default(1),
}
export const pageFields = { count: z.number().int(), hasMore: z.boolean() }

export const resultMessageAnswer = z.object({ message: z.string() })
