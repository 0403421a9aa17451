import { limits } from '@balcao/domain/limits'
import { z } from 'zod'

/** A CSS colour in hexadecimal, as the palette gives it. */
export const colour = z
  .string({ error: 'Required' })
  .trim()
  .min(1, 'Required')
  .min(limits.colour.min, 'Too Short!')
  .max(limits.colour.max, 'Too Long!')
  .regex(/^#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/, 'Invalid colour')
