import { hexOfColour } from '@balcao/domain/colour'
import { limits } from '@balcao/domain/limits'
import { z } from 'zod'

/** A CSS colour of 3 to 9 characters: hexadecimal, or a name such as `red` (QUEUE-10). */
export const colourText = z
  .string({ error: 'Required' })
  .trim()
  .min(1, 'Required')
  .min(limits.colour.min, 'Too Short!')
  .max(limits.colour.max, 'Too Long!')
  .refine((typed) => hexOfColour(typed) !== null, 'Invalid colour')
