import { z } from 'zod'

/** Where a page asks several questions in one request. No endpoint of its own: each question is the `GET` of one. */
export const togetherPath = '/asked-together'

/** Each question by its path and query, as it would be asked alone. None is asked twice. */
export const askedTogether = z.object({
  questions: z
    .array(z.string().max(4_000))
    .min(1)
    .max(20)
    .refine((questions) => new Set(questions).size === questions.length),
})

/** A line of the answer: which question by its place among them, and what it would have been told alone. The lines come as
 *  their answers do, each a JSON value of its own. */
export const answeredTogether = z.object({ at: z.int(), status: z.int(), answer: z.unknown() })
