import type { ConnectionId, ContactId, MessageTemplateId, ScheduleId, UserId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { mediaTypes } from '@balcao/domain/messages'
import { scheduleStatuses } from '@balcao/domain/schedules'
import { z } from 'zod'
import { endpoint } from './endpoint'
import { storedTemplateValues, templateChoice } from './message-templates'
import {
  flag,
  idOrNull,
  idParam,
  instant,
  localOrInstant,
  message,
  optionalId,
  page,
  paging,
  text,
} from './wire-values'

const idSchema = <Id>() => z.number().int() as unknown as z.ZodType<Id, number> // branded on the way out
const nullableId = <Id>() => z.number().int().nullable() as unknown as z.ZodType<Id | null, number | null>

/** A message that is written now and sent later (SCHED-01). */
export const schedule = z.object({
  id: idSchema<ScheduleId>(),
  /**
   * May hold variables: `{{firstName}}`, `{{name}}`, `{{ms}}`, `{{protocol}}`, `{{date}}`, `{{hour}}`. They are filled
   * at sending; other braces are sent as written. With a template: its text, where the values name the variables.
   */
  body: z.string(),
  contactId: idSchema<ContactId>(),
  contact: z.object({ id: idSchema<ContactId>(), name: z.string() }),
  sendAt: instant,
  /** When WhatsApp's server acknowledged it; null until then. */
  sentAt: instant.nullable(),
  status: z.enum(scheduleStatuses),
  /** Only for `PENDENTE`: it is due and being sent to WhatsApp, so it can no longer be changed. */
  isLeaving: z.boolean(),
  /** What is sent in place of `body`; null: `body`. */
  template: z
    .object({
      /** Null: the template was deleted, so sending fails. */
      templateId: nullableId<MessageTemplateId>(),
      values: storedTemplateValues,
    })
    .nullable(),
  /** Only for `ERRO`: the code of the reason; its text is in the translations. */
  failure: z.string().nullable(),
  /** The sent text with its variables filled; null before, and once the message is deleted. */
  sentBody: z.string().nullable(),
  /** The ticket of its message; before sending, the contact's newest ticket. Null for a viewer who may not read it. */
  ticketUuid: z.string().nullable(),
  /** Signed link. */
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  mediaType: z.enum(mediaTypes).nullable(),
  /** Its author; null when the account was deleted. */
  userId: nullableId<UserId>(),
  user: z.object({ id: idSchema<UserId>(), name: z.string() }).nullable(),
  /** The connection that sends it; null is the company's default at that time. */
  whatsappId: nullableId<ConnectionId>(),
  createdAt: instant,
  updatedAt: instant,
})
export type ScheduleView = z.output<typeof schedule>

const sendAt = z.string({ error: 'Obrigatório' }).trim().min(1, 'Obrigatório').pipe(localOrInstant)

const contactId = idOrNull<ContactId>().transform((chosen, context) => {
  if (chosen !== null) return chosen
  context.addIssue({ code: 'custom', message: 'Obrigatório' })
  return z.NEVER
})

const oneKindOfBreak = (written: string) => written.replaceAll('\r\n', '\n')
const bodyText = text(limits.messageText.max, 'Obrigatório')
  .trim()
  .min(1, 'Obrigatório')
  .min(limits.scheduleBody.min, 'Mensagem muito curta')
  .transform(oneKindOfBreak)
const anyText = text(limits.messageText.max, 'Obrigatório').trim().transform(oneKindOfBreak)

const scheduleFields = z.object({
  body: bodyText,
  contactId,
  sendAt,
  /** The sending connection; null or omitted: the company's default. */
  whatsappId: optionalId<ConnectionId>(),
  /** Sent by existing clients and ignored: the author is the caller. */
  userId: optionalId<UserId>(),
  /** A call that adds or removes its picture follows: until then it is not sent, for ten minutes at most. */
  pictureFollows: flag.optional(),
})
/** With a free text. */
export const scheduleForm = scheduleFields.extend({
  contactId: z.preprocess((chosen) => chosen ?? null, contactId),
})

/** With a template: a free text is not needed, and has no effect. */
export const templateScheduleForm = scheduleForm.extend({ body: anyText })

const newSchedule = scheduleForm
  .extend({ body: anyText.default(''), template: templateChoice.nullish() })
  .superRefine(({ body, template }, context) => {
    if (template != null) return
    for (const { message } of bodyText.safeParse(body).error?.issues ?? [])
      context.addIssue({ code: 'custom', message, path: ['body'] })
  })

const templateErrors = ['ERR_NO_TEMPLATE_FOUND', 'ERR_TEMPLATE_SEND'] as const

const scheduleParams = z.object({ scheduleId: idParam<ScheduleId>() })

export const listSchedules = endpoint({
  name: 'schedules.list',
  summary: 'Scheduled messages, newest first; found by words in the text or in the name of the contact',
  method: 'GET',
  path: '/schedules',
  access: 'session',
  planFlag: 'useSchedules',
  query: z.object({ ...paging, contactId: optionalId<ContactId>(), userId: optionalId<UserId>() }),
  answer: z.object({ schedules: z.array(schedule), ...page }),
})

/** With an offset: the page decides in which time zone its days begin. */
const momentSchema = z.iso.datetime({ offset: true })

export const schedulesBetween = endpoint({
  name: 'schedules.between',
  summary:
    'Scheduled messages whose moment lies from one instant up to another, earliest first; a thousand and a megabyte of words at most',
  method: 'GET',
  path: '/schedules/between',
  access: 'session',
  planFlag: 'useSchedules',
  query: z.object({
    from: momentSchema,
    /** Exclusive. */
    until: momentSchema,
    contactId: optionalId<ContactId>(),
    userId: optionalId<UserId>(),
  }),
  answer: z.object({ schedules: z.array(schedule), hasMore: z.boolean() }),
})

export const scheduleWindow = endpoint({
  name: 'schedules.window',
  summary:
    'Until when a free text may be sent to a contact over a connection, the default one where none is named',
  method: 'GET',
  path: '/schedules/reply-window',
  access: 'session',
  planFlag: 'useSchedules',
  query: z.object({ contactId: idParam<ContactId>(), whatsappId: optionalId<ConnectionId>() }),
  answer: z.object({
    /** The connection in question; null: none is named, and there is no default. */
    whatsappId: nullableId<ConnectionId>(),
    /** Whether free texts may be sent for a time only. */
    isLimited: z.boolean(),
    /** When the window closes or closed; null: it was never open, or free texts may always be sent. */
    closesAt: instant.nullable(),
  }),
  errors: ['ERR_NO_CONTACT_FOUND', 'ERR_NO_WAPP_FOUND'],
})

export const getSchedule = endpoint({
  name: 'schedules.get',
  summary: 'One scheduled message',
  method: 'GET',
  path: '/schedules/:scheduleId',
  access: 'session',
  planFlag: 'useSchedules',
  params: scheduleParams,
  answer: schedule,
  errors: ['ERR_NO_SCHEDULE_FOUND'],
})

export const createSchedule = endpoint({
  name: 'schedules.create',
  summary: 'Creates a message to a contact, a text or a template, that is sent at a later time',
  method: 'POST',
  path: '/schedules',
  access: 'session',
  planFlag: 'useSchedules',
  body: newSchedule,
  closedToSupport: true,
  answer: schedule,
  errors: ['ERR_NO_CONTACT_FOUND', 'ERR_NO_WAPP_FOUND', 'ERR_SCHEDULE_IN_PAST', ...templateErrors],
})

export const updateSchedule = endpoint({
  name: 'schedules.update',
  summary:
    'Changes a message that is not sent; a failed one waits again, and is due at once if its time has passed',
  method: 'PUT',
  path: '/schedules/:scheduleId',
  access: 'session',
  planFlag: 'useSchedules',
  params: scheduleParams,
  // `fields`, not the form with its defaults: an omitted field stays. Another text alone takes the template's place.
  body: scheduleFields.extend({ template: templateChoice.nullable() }).partial(),
  closedToSupport: true,
  answer: schedule,
  errors: [
    'ERR_NO_SCHEDULE_FOUND',
    'ERR_SCHEDULE_SENT',
    'ERR_SCHEDULE_LEAVING',
    'ERR_SCHEDULE_IN_PAST',
    'ERR_NO_CONTACT_FOUND',
    'ERR_NO_WAPP_FOUND',
    ...templateErrors,
  ],
})

export const retrySchedule = endpoint({
  name: 'schedules.retry',
  summary:
    'Sends one that failed again, under the message id reserved for it; one in another state stays as it is',
  method: 'POST',
  path: '/schedules/:scheduleId/retry',
  access: 'session',
  planFlag: 'useSchedules',
  params: scheduleParams,
  closedToSupport: true,
  answer: schedule,
  errors: ['ERR_NO_SCHEDULE_FOUND', 'ERR_NO_DEF_WAPP_FOUND', 'ERR_WAPP_DISCONNECTED'],
})

export const deleteSchedule = endpoint({
  name: 'schedules.delete',
  summary:
    'Deletes a scheduled message; it is not sent unless sending has begun, and a sent message stays in the conversation',
  method: 'DELETE',
  path: '/schedules/:scheduleId',
  access: 'session',
  planFlag: 'useSchedules',
  params: scheduleParams,
  answer: message,
  errors: ['ERR_NO_SCHEDULE_FOUND'],
})

export const putScheduleMedia = endpoint({
  name: 'schedules.putMedia',
  summary:
    "The picture that goes with the message (multipart `file`, PNG or JPEG), or the file of its template's header; the one before it is removed",
  method: 'POST',
  path: '/schedules/:scheduleId/media-upload',
  access: 'session',
  planFlag: 'useSchedules',
  takesFiles: true,
  params: scheduleParams,
  closedToSupport: true,
  answer: schedule.extend({ mensagem: z.string() }),
  errors: [
    'ERR_NO_SCHEDULE_FOUND',
    'ERR_SCHEDULE_SENT',
    'ERR_SCHEDULE_LEAVING',
    'ERR_SCHEDULE_ATTACHMENT',
    'ERR_TEMPLATE_SEND',
    'ERR_UPLOAD_TOO_LARGE',
    'ERR_UPLOAD_EMPTY',
    'ERR_STORAGE_FULL',
    'ERR_COMPANY_STORAGE_FULL',
    'ERR_TOO_MANY_UPLOADS',
  ],
})

export const removeScheduleMedia = endpoint({
  name: 'schedules.removeMedia',
  summary: "Removes the message's picture",
  method: 'DELETE',
  path: '/schedules/:scheduleId/media-upload',
  access: 'session',
  planFlag: 'useSchedules',
  params: scheduleParams,
  closedToSupport: true,
  answer: schedule.extend({ mensagem: z.string() }),
  errors: ['ERR_NO_SCHEDULE_FOUND', 'ERR_SCHEDULE_SENT', 'ERR_SCHEDULE_LEAVING', 'ERR_TEMPLATE_SEND'],
})
