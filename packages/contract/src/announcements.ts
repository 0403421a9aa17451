import { announcementPriorities } from '@balcao/domain/announcements'
import type { AnnouncementId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { z } from 'zod'
import { endpoint } from './endpoint'
import {
  idParam,
  idSchema,
  instant,
  pageFields,
  pagingQuery,
  resultMessageAnswer,
  textField,
  wireBoolean,
} from './wire-values'

export const announcement = z.object({
  id: idSchema<AnnouncementId>(),
  title: z.string(),
  text: z.string(),
  /** 1 high, 2 medium, 3 low. */
  priority: z.literal(announcementPriorities),
  /** True when the announcement is shown to users; false hides it. */
  status: z.boolean(),
  /** Signed link to the attached file, below `/public/`. */
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
})
export type AnnouncementView = z.output<typeof announcement>

const required = (max: number) =>
  z.string({ error: 'Obrigatório' }).trim().min(1, 'Obrigatório').pipe(textField(max))

const announcementFields = z.object({
  title: required(limits.announcement.title),
  text: required(limits.announcement.text),
  /** HTML forms send the priority as text, so the schema converts it to a number. */
  priority: z.preprocess(
    (chosen) => (typeof chosen === 'string' && chosen.trim() !== '' ? Number(chosen) : chosen),
    z.literal(announcementPriorities),
  ),
  status: wireBoolean,
})
export const announcementForm = announcementFields.extend({
  priority: announcementFields.shape.priority.default(3),
  status: wireBoolean.default(true),
})
export type AnnouncementForm = z.output<typeof announcementForm>

const manage = { access: 'announcements.manage', planFlag: 'none' } as const
const announcementParams = z.object({ announcementId: idParam<AnnouncementId>() })

export const listAnnouncements = endpoint('GET /announcements', {
  name: 'announcements.list',
  summary: 'Announcements by page, by priority and then the newest first; inactive ones to the owner alone',
  access: 'session',
  planFlag: 'none',
  query: z.object(pagingQuery),
  answer: z.object({ records: z.array(announcement), ...pageFields }),
})

export const getAnnouncement = endpoint('GET /announcements/:announcementId', {
  name: 'announcements.get',
  summary: 'One announcement; an inactive one to the owner alone',
  access: 'session',
  planFlag: 'none',
  params: announcementParams,
  answer: announcement,
  errors: ['ERR_NO_ANNOUNCEMENT_FOUND'],
})

export const createAnnouncement = endpoint('POST /announcements', {
  name: 'announcements.create',
  summary: 'Creates an announcement to the users of all companies',
  ...manage,
  body: announcementForm,
  answer: announcement,
})

export const updateAnnouncement = endpoint('PUT /announcements/:announcementId', {
  name: 'announcements.update',
  summary: 'Changes an announcement; an inactive one leaves every screen',
  ...manage,
  params: announcementParams,
  body: announcementFields.partial(),
  answer: announcement,
  errors: ['ERR_NO_ANNOUNCEMENT_FOUND'],
})

export const deleteAnnouncement = endpoint('DELETE /announcements/:announcementId', {
  name: 'announcements.delete',
  summary: 'Removes an announcement with its picture',
  ...manage,
  params: announcementParams,
  answer: resultMessageAnswer,
  errors: ['ERR_NO_ANNOUNCEMENT_FOUND'],
})

export const uploadAnnouncementMedia = endpoint('POST /announcements/:announcementId/media-upload', {
  name: 'announcements.putMedia',
  summary: 'The picture of an announcement (multipart `file`, PNG or JPEG); the one before it is removed',
  ...manage,
  takesFiles: true,
  params: announcementParams,
  /** Clients of the earlier API send an upload folder in `typeArch`. The server ignores it. */
  body: z.object({ typeArch: textField(50).optional() }),
  answer: announcement.extend({ mensagem: z.string() }),
  errors: [
    'ERR_NO_ANNOUNCEMENT_FOUND',
    'ERR_ANNOUNCEMENT_PICTURE',
    'ERR_UPLOAD_TOO_LARGE',
    'ERR_UPLOAD_EMPTY',
    'ERR_STORAGE_FULL',
    'ERR_TOO_MANY_UPLOADS',
  ],
})

export const removeAnnouncementMedia = endpoint('DELETE /announcements/:announcementId/media-upload', {
  name: 'announcements.removeMedia',
  summary: "Removes the announcement's picture",
  ...manage,
  params: announcementParams,
  answer: announcement.extend({ mensagem: z.string() }),
  errors: ['ERR_NO_ANNOUNCEMENT_FOUND'],
})
