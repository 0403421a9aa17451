import type { TagId, UserId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { z } from 'zod'
import { endpoint } from './endpoint'
import {
  colourText,
  idParam,
  idSchema,
  instant,
  pageFields,
  pagingQuery,
  requiredText,
  resultMessageAnswer,
  textField,
} from './wire-values'

export const tag = z.object({
  id: idSchema<TagId>(),
  name: z.string(),
  color: z.string(),
  kanban: z.union([z.literal(0), z.literal(1)]),
})
export type TagView = z.output<typeof tag>

const timestampedTag = tag.extend({ createdAt: instant, updatedAt: instant })
export type TimestampedTagView = z.output<typeof timestampedTag>

const tagWithUsage = timestampedTag.extend({
  userId: idSchema<UserId>().nullable(),
  ticketsCount: z.number().int(),
})
export type TagWithUsageView = z.output<typeof tagWithUsage>

const name = requiredText(limits.tagName.max, 'Obrigatório').min(limits.tagName.min, 'Mensagem muito curta')
const kanban = z.preprocess((value) => (value === true || value === '1' ? 1 : value || 0), z.literal([0, 1]))

/** A tag's colour; an empty text counts as omitted (docs/wire-traps.md, 24). */
const optionalColour = z.preprocess((chosen) => (chosen === '' ? undefined : chosen), colourText.optional())

const tagFields = z.object({ name, color: optionalColour, kanban })
export const tagForm = tagFields.extend({
  color: optionalColour.transform((chosen) => chosen ?? limits.tagName.colour),
  kanban: kanban.default(0),
})

const tagParams = z.object({ tagId: idParam<TagId>() })

export const listTags = endpoint('GET /tags', {
  name: 'tags.list',
  summary: 'Tags of the company by page; all of them with `companyId` and no `pageNumber`',
  access: 'session',
  planFlag: 'none',
  query: z.object({
    searchParam: pagingQuery.searchParam,
    /** The page of the list. Omitted in a call with `companyId`: the answer has all tags (TAG-12). */
    pageNumber: z.preprocess(
      (value) => value || undefined,
      z.coerce.number().int().min(1).max(100_000).optional(),
    ),
    companyId: z.string().optional(),
  }),
  answer: z.object({ tags: z.array(tagWithUsage), ...pageFields }),
})

export const listTagChoices = endpoint('GET /tags/list', {
  name: 'tags.choices',
  summary: 'Tags of the company for choosers and filters',
  access: 'session',
  planFlag: 'none',
  query: z.object({ searchParam: textField(200).default('') }),
  answer: z.array(timestampedTag),
})

export const listKanbanTags = endpoint('GET /tags/kanban', {
  name: 'tags.kanban',
  summary: 'Tags that are lanes of the board',
  access: 'session',
  planFlag: 'useKanban',
  answer: z.object({ lista: z.array(tagWithUsage) }),
})

export const getTag = endpoint('GET /tags/:tagId', {
  name: 'tags.get',
  summary: 'One tag',
  access: 'session',
  planFlag: 'none',
  params: tagParams,
  answer: tagWithUsage,
  errors: ['ERR_NO_TAG_FOUND'],
})

export const createTag = endpoint('POST /tags', {
  name: 'tags.create',
  summary: 'Creates a tag; a name that the company has already answers that tag',
  access: 'session',
  planFlag: 'none',
  body: tagForm,
  answer: tagWithUsage,
})

export const updateTag = endpoint('PUT /tags/:tagId', {
  name: 'tags.update',
  summary: 'Changes a tag; one of the board only for supervisors and admins',
  access: 'session',
  planFlag: 'none',
  params: tagParams,
  body: tagFields.partial(),
  answer: tagWithUsage,
  errors: ['ERR_NO_TAG_FOUND', 'ERR_TAG_NAME_ALREADY_EXISTS'],
})

export const deleteTag = endpoint('DELETE /tags/:tagId', {
  name: 'tags.delete',
  summary: 'Deletes a tag and takes it off its tickets; one of the board only for supervisors and admins',
  access: 'session',
  planFlag: 'none',
  params: tagParams,
  answer: resultMessageAnswer,
  errors: ['ERR_NO_TAG_FOUND'],
})
