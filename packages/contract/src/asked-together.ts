import { z } from 'zod'

/** A batch of `GET` requests. Each question is the path and query of one request, and occurs only once. */
export const batchRequest = z.object({
  questions: z
    .array(z.string().max(4_000))
    .min(1)
    .max(20)
    .refine((questions) => new Set(questions).size === questions.length),
})

/**
 * One line of the streamed response, in JSON: the index of the question (`at`), and the status and body that
 * a separate request would get. The server writes each line as soon as its answer is ready.
 */
export const batchAnswerLine = z.object({ at: z.int(), status: z.int(), answer: z.unknown() })
