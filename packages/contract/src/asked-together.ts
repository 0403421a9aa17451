import { z } from 'zod'

/** A request that combines several `GET` calls. Each question is the path and query of one call. */
export const batchRequest = z.object({
  questions: z
    .array(z.string().max(4_000))
    .min(1)
    .max(20)
    .refine((questions) => new Set(questions).size === questions.length),
})

/** One line of the streamed answer: the index of a call in the request, and that call's status and body. */
export const batchAnswerLine = z.object({ at: z.int(), status: z.int(), answer: z.unknown() })
