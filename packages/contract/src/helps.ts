import { youtubeVideoId } from '@balcao/domain/helps'
import type { HelpId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { z } from 'zod'
import { endpoint } from './endpoint'
import {
  idParam,
  idSchema,
  instant,
  pageFields,
  pagingQuery,
  requiredText,
  resultMessageAnswer,
  textOrEmpty,
} from './wire-values'

const helpVideo = z.object({
  id: idSchema<HelpId>(),
  title: z.string(),
  description: z.string(),
  /** The id of the video on YouTube. */
  video: z.string(),
  createdAt: instant,
  updatedAt: instant,
})
export type HelpVideoView = z.output<typeof helpVideo>

export const helpVideoForm = z.object({
  title: requiredText(limits.help.title),
  description: textOrEmpty(limits.help.description),
  /** The id of the video on YouTube, or an address from which the server extracts the id (HELP-07). */
  video: z
    .string({ error: 'Required' })
    .trim()
    .min(1, 'Required')
    .max(500, 'Too Long!')
    .transform((written, context) => {
      const id = youtubeVideoId(written)
      if (id === null) context.addIssue({ code: 'custom', message: 'Invalid video' })
      return id ?? ''
    }),
})
export type HelpVideoForm = z.output<typeof helpVideoForm>

const helpParams = z.object({ helpId: idParam<HelpId>() })

export const listHelpVideos = endpoint('GET /helps', {
  name: 'helps.list',
  summary: 'Help videos by page, in the order of their titles',
  access: 'session',
  planFlag: 'none',
  query: z.object(pagingQuery),
  answer: z.object({ records: z.array(helpVideo), ...pageFields }),
})

export const listAllHelpVideos = endpoint('GET /helps/list', {
  name: 'helps.all',
  summary: 'All help videos, for the page of everybody',
  access: 'session',
  planFlag: 'none',
  answer: z.array(helpVideo),
})

export const createHelpVideo = endpoint('POST /helps', {
  name: 'helps.create',
  summary: 'Adds a help video',
  access: 'helps.manage',
  planFlag: 'none',
  body: helpVideoForm,
  answer: helpVideo,
})

export const updateHelpVideo = endpoint('PUT /helps/:helpId', {
  name: 'helps.update',
  summary: 'Changes a help video',
  access: 'helps.manage',
  planFlag: 'none',
  params: helpParams,
  body: helpVideoForm,
  answer: helpVideo,
  errors: ['ERR_NO_HELP_FOUND'],
})

export const deleteHelpVideo = endpoint('DELETE /helps/:helpId', {
  name: 'helps.delete',
  summary: 'Removes a help video',
  access: 'helps.manage',
  planFlag: 'none',
  params: helpParams,
  answer: resultMessageAnswer,
  errors: ['ERR_NO_HELP_FOUND'],
})
