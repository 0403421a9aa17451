import { z } from 'zod'

/** Each question is the path and query of one `GET` request, and occurs only once. */
export const batchRequest = z.object({
  questions: z
    .array(z.string().max(4_000))
    .min(1)
    .max(20)
    .refine((questions) => new Set(questions).size === questions.length),
})

/** A streamed line: the index of the question, and the status and body that a single request would get. */
export const batchAnswerLine = z.object({ at: z.int(), status: z.int(), answer: z.unknown() })
