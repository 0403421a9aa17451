import type { TagId } from '@balcao/domain/ids'
import { z } from 'zod'
import { endpoint } from './endpoint'
import { text } from './wire-values'

export const tag = z.object({
  id: z.number().int() as unknown as z.ZodType<TagId, number>, // branded on the way out
  name: z.string(),
  color: z.string(),
  kanban: z.union([z.literal(0), z.literal(1)]),
})
export type TagView = z.output<typeof tag>

export const tagChoices = endpoint({
  name: 'tags.choices',
  summary: 'Tags of the company for choosers and filters',
  method: 'GET',
  path: '/tags/list',
  access: 'session',
  planFlag: 'none',
  query: z.object({ searchParam: text(200).default('') }),
  answer: z.array(tag),
})
