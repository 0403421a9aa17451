import { z } from 'zod'

/** Each question by its path and query, as in a request of its own. Questions must differ. */
export const batchRequest = z.object({
  questions: z
    .array(z.string().max(4_000))
    .min(1)
    .max(20)
    .refine((questions) => new Set(questions).size === questions.length),
})

/**
 * A line of the response: the index of the question, with the status and answer of a request of its own. Lines arrive
 * as soon as their answers are ready, each a JSON value of its own.
 */
export const batchAnswer = z.object({ at: z.int(), status: z.int(), answer: z.unknown() })
