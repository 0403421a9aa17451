import { z } from 'zod'

/** Several `GET` requests in one. A question is the path and query of such a request; each may occur once. */
export const batchRequest = z.object({
  questions: z
    .array(z.string().max(4_000))
    .min(1)
    .max(20)
    .refine((questions) => new Set(questions).size === questions.length),
})

/**
 * One line of the streamed response, a JSON value: the question's index (`at`), with the status and body that
 * its own request would get. The server writes each line as soon as its answer is ready.
 */
export const batchAnswer = z.object({ at: z.int(), status: z.int(), answer: z.unknown() })
