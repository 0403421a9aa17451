import { z } from 'zod'

/** Each question is the path and query of one `GET` request, and occurs only once. */
export const batchRequest = z.object({
  questions: z
    .array(z.string().max(4_000))
    .min(1)
    .max(20)
    .refine((questions) => new Set(questions).size === questions.length),
})

/**
 * One streamed JSON line for the question with index `at`, with the status and body of a separate request.
 */
export const batchAnswerLine = z.object({ at: z.int(), status: z.int(), answer: z.unknown() })
