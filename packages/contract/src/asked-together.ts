import { z } from 'zod'

/** Several `GET` calls in one request. Each question is the path and query of one call, and occurs once. */
export const batchRequest = z.object({
  questions: z
    .array(z.string().max(4_000))
    .min(1)
    .max(20)
    .refine((questions) => new Set(questions).size === questions.length),
})

/** One line of the streamed answer: the question's index, and the status and body of its own answer. */
export const batchAnswerLine = z.object({ at: z.int(), status: z.int(), answer: z.unknown() })
