import type { ConnectionId, ContactId, MessageTemplateId, ScheduleId, UserId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { mediaTypes } from '@balcao/domain/messages'
import { scheduleStatuses } from '@balcao/domain/schedules'
import { z } from 'zod'
import { endpoint, uploadErrorCodes } from './endpoint'
import { storedTemplateValues, templateWithValues } from './message-templates'
import {
  idAndName,
  idOrNull,
  idParam,
  idSchema,
  instant,
  localTimeOrInstant,
  optionalId,
  pageFields,
  pagingQuery,
  requiredText,
  resultMessageAnswer,
  textField,
  wireBoolean,
} from './wire-values'

export const schedule = z.object({
  id: idSchema<ScheduleId>(),
  /** The server fills variables such as `{{firstName}}` when it sends the text. */
  body: z.string(),
  contactId: idSchema<ContactId>(),
  contact: idAndName<ContactId>(),
  sendAt: instant,
  /** When WhatsApp's server accepted the message. */
  sentAt: instant.nullable(),
  status: z.enum(scheduleStatuses),
  /** True for a `PENDENTE` schedule whose message is being sent: users can no longer change it. */
  isLeaving: z.boolean(),
  /** The template that is sent in place of `body`; null for a free text. */
  template: z
    .object({
      /** Null when the template was deleted; sending then fails. */
      templateId: idSchema<MessageTemplateId>().nullable(),
      values: storedTemplateValues,
    })
    .nullable(),
  /** The error code of a schedule with status `ERRO`. */
  failure: z.string().nullable(),
  /** The sent text with its variables filled; null once the message is deleted. */
  sentBody: z.string().nullable(),
  /**
   * The sent message's ticket, or before sending the contact's newest; null if the viewer may not read it.
   */
  ticketUuid: z.string().nullable(),
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  mediaType: z.enum(mediaTypes).nullable(),
  userId: idSchema<UserId>().nullable(),
  user: idAndName<UserId>().nullable(),
  /** The connection to send from; null for the company's default at the time of sending. */
  whatsappId: idSchema<ConnectionId>().nullable(),
  createdAt: instant,
  updatedAt: instant,
})
export type ScheduleView = z.output<typeof schedule>

const sendAt = z.string({ error: 'Obrigatório' }).trim().min(1, 'Obrigatório').pipe(localTimeOrInstant)

const contactId = idOrNull<ContactId>().transform((chosen, context) => {
  if (chosen !== null) return chosen
  context.addIssue({ code: 'custom', message: 'Obrigatório' })
  return z.NEVER
})

const oneKindOfBreak = (written: string) => written.replaceAll('\r\n', '\n')
const bodyText = requiredText(limits.messageText.max, 'Obrigatório')
  .min(limits.scheduleBody.min, 'Mensagem muito curta')
  .transform(oneKindOfBreak)
const anyText = textField(limits.messageText.max, 'Obrigatório').trim().transform(oneKindOfBreak)

const scheduleFields = z.object({
  body: bodyText,
  contactId,
  sendAt,
  /** The connection to send from; null or omitted for the company's default. */
  whatsappId: optionalId<ConnectionId>(),
  /** Ignored, though clients of the earlier API send it: the author is the caller. */
  userId: optionalId<UserId>(),
  /**
   * True: the client will add or remove the picture in a further call. The server delays the message until
   * that call, for at most ten minutes.
   */
  pictureFollows: wireBoolean.optional(),
})
export const scheduleForm = scheduleFields.extend({
  contactId: z.preprocess((chosen) => chosen ?? null, contactId),
})

/** The form of a schedule with a template, which replaces the free text; `body` may be empty. */
export const templateScheduleForm = scheduleForm.extend({ body: anyText })

const newSchedule = scheduleForm
  .extend({ body: anyText.default(''), template: templateWithValues.nullish() })
  .superRefine(({ body, template }, context) => {
    if (template != null) return
    for (const { message } of bodyText.safeParse(body).error?.issues ?? [])
      context.addIssue({ code: 'custom', message, path: ['body'] })
  })

const templateErrors = ['ERR_NO_TEMPLATE_FOUND', 'ERR_TEMPLATE_SEND'] as const

const scheduleRules = { access: 'session', planFlag: 'useSchedules' } as const
const scheduleParams = z.object({ scheduleId: idParam<ScheduleId>() })

export const listSchedules = endpoint('GET /schedules', {
  name: 'schedules.list',
  summary: 'Scheduled messages, newest first; found by words in the text or in the name of the contact',
  ...scheduleRules,
  query: z.object({ ...pagingQuery, contactId: optionalId<ContactId>(), userId: optionalId<UserId>() }),
  answer: z.object({ schedules: z.array(schedule), ...pageFields }),
})

/** An instant with a UTC offset: the server does not know the time zone in which the page's days begin. */
const momentSchema = z.iso.datetime({ offset: true })

export const listSchedulesBetween = endpoint('GET /schedules/between', {
  name: 'schedules.between',
  summary:
    'Scheduled messages whose moment lies from one instant up to another, earliest first; a thousand and a megabyte of words at most',
  ...scheduleRules,
  query: z.object({
    from: momentSchema,
    /** The end of the range; schedules due at this instant are left out. */
    until: momentSchema,
    contactId: optionalId<ContactId>(),
    userId: optionalId<UserId>(),
  }),
  answer: z.object({ schedules: z.array(schedule), hasMore: z.boolean() }),
})

export const getScheduleReplyWindow = endpoint('GET /schedules/reply-window', {
  name: 'schedules.window',
  summary:
    'Until when a free text may be sent to a contact over a connection, the default one where none is named',
  ...scheduleRules,
  query: z.object({ contactId: idParam<ContactId>(), whatsappId: optionalId<ConnectionId>() }),
  answer: z.object({
    /** The connection from which the message would be sent: the chosen one, or the company's default. */
    whatsappId: idSchema<ConnectionId>().nullable(),
    /** True when the connection has a reply window, outside which it sends no free texts. */
    isLimited: z.boolean(),
    /** The end of the reply window, past or future; null if the contact never wrote or no window applies. */
    closesAt: instant.nullable(),
  }),
  errors: ['ERR_NO_CONTACT_FOUND', 'ERR_NO_WAPP_FOUND'],
})

export const getSchedule = endpoint('GET /schedules/:scheduleId', {
  name: 'schedules.get',
  summary: 'One scheduled message',
  ...scheduleRules,
  params: scheduleParams,
  answer: schedule,
  errors: ['ERR_NO_SCHEDULE_FOUND'],
})

export const createSchedule = endpoint('POST /schedules', {
  name: 'schedules.create',
  summary: 'Creates a message to a contact, a text or a template, that is sent at a later time',
  ...scheduleRules,
  body: newSchedule,
  closedToSupport: true,
  answer: schedule,
  errors: ['ERR_NO_CONTACT_FOUND', 'ERR_NO_WAPP_FOUND', 'ERR_SCHEDULE_IN_PAST', ...templateErrors],
})

export const updateSchedule = endpoint('PUT /schedules/:scheduleId', {
  name: 'schedules.update',
  summary:
    'Changes a message that is not sent; a failed one waits again, and is due at once if its time has passed',
  ...scheduleRules,
  params: scheduleParams,
  // An omitted field stays unchanged. A changed text without a `template` removes the stored template.
  body: scheduleFields.extend({ template: templateWithValues.nullable() }).partial(),
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

export const retrySchedule = endpoint('POST /schedules/:scheduleId/retry', {
  name: 'schedules.retry',
  summary:
    'Sends one that failed again, under the message id reserved for it; one in another state stays as it is',
  ...scheduleRules,
  params: scheduleParams,
  closedToSupport: true,
  answer: schedule,
  errors: ['ERR_NO_SCHEDULE_FOUND', 'ERR_NO_DEF_WAPP_FOUND', 'ERR_WAPP_DISCONNECTED'],
})

export const deleteSchedule = endpoint('DELETE /schedules/:scheduleId', {
  name: 'schedules.delete',
  summary:
    'Deletes a scheduled message; it is not sent unless sending has begun, and a sent message stays in the conversation',
  ...scheduleRules,
  params: scheduleParams,
  answer: resultMessageAnswer,
  errors: ['ERR_NO_SCHEDULE_FOUND'],
})

export const uploadScheduleMedia = endpoint('POST /schedules/:scheduleId/media-upload', {
  name: 'schedules.putMedia',
  summary:
    "The picture that goes with the message (multipart `file`, PNG or JPEG), or the file of its template's header; the one before it is removed",
  ...scheduleRules,
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
    ...uploadErrorCodes,
  ],
})

export const removeScheduleMedia = endpoint('DELETE /schedules/:scheduleId/media-upload', {
  name: 'schedules.removeMedia',
  summary: "Removes the message's picture",
  ...scheduleRules,
  params: scheduleParams,
  closedToSupport: true,
  answer: schedule.extend({ mensagem: z.string() }),
  errors: ['ERR_NO_SCHEDULE_FOUND', 'ERR_SCHEDULE_SENT', 'ERR_SCHEDULE_LEAVING', 'ERR_TEMPLATE_SEND'],
})
