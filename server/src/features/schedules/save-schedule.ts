import type { ParsedInputOf } from '@balcao/contract/endpoint'
import type { TemplateWithValues } from '@balcao/contract/message-templates'
import type * as calls from '@balcao/contract/schedules'
import { instantOfLocalTime } from '@balcao/domain/days'
import type { ConnectionId, ScheduleId } from '@balcao/domain/ids'
import { isScheduleAttachmentType } from '@balcao/domain/schedules'
import { queueFileRemoval } from '../../platform/files/remove-files'
import type { UploadedFile } from '../../platform/http/upload'
import { refuse } from '../../platform/refusal'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { ownCompany } from '../companies/companies.read'
import { connectionToUse } from '../connections/connections.access'
import { contactToRead } from '../contacts/contacts.access'
import { revokeMessage } from '../messages/changes/delete-message'
import { retryFailedMessage } from '../messages/outgoing/retry-message'
import { recordScheduleChange } from './record-schedule-change'
import {
  refuseWrongTemplateHeaderFile,
  templateColumnsOfSchedule,
  templateOfSchedule,
} from './schedule-template'
import { scheduleToChange, scheduleToDelete, scheduleToRead } from './schedules.access'
import { scheduleDeleted } from './schedules.events'
import {
  insertSchedule,
  removeSchedule,
  type ScheduleMedia,
  type ScheduleRow,
  saveSchedule,
  scheduleSendabilityFacts,
} from './schedules.queries'

type ScheduleForm = ParsedInputOf<typeof calls.createSchedule>['body']
type ScheduleChange = ParsedInputOf<typeof calls.updateSchedule>['body']

/** How far a send time may be in the past. The form has no seconds, so the current minute has already begun. */
const startToleranceMs = 60_000
/** How long a due schedule waits for a picture that the client will upload after the form. */
const pictureWaitMs = 10 * 60_000

export async function createSchedule(work: PersonWork, form: ScheduleForm): Promise<ScheduleRow> {
  const contact = await contactToRead(work, form.contactId)
  const connectionId = await connectionOf(work, form.whatsappId ?? null)
  const sendAt = await momentToCome(work, form.sendAt)
  const { template: choice = null, pictureFollows = false } = form
  const content =
    choice === null
      ? { connection_id: connectionId, ...freeText, body: form.body }
      : await templateColumnsOfSchedule(work, {
          choice,
          contact,
          connectionId,
          sendAt,
          media: null,
          pictureFollows,
        })

  const { id } = await work.db.one(insertSchedule, {
    contactId: contact.id,
    userId: work.actor.userId,
    connectionId: content.connection_id,
    body: content.body,
    templateId: content.template_id,
    templateValues: valuesText(content.template_values),
    sendAt,
    dueAt: dueAtOf(work, sendAt, pictureFollows),
    at: work.now,
  })
  return recordScheduleChange(work, id, 'create')
}

const freeText = { template_id: null, template_values: null } as const

function valuesText(values: ScheduleRow['template_values']): string | null {
  return values === null ? null : JSON.stringify(values)
}

/** Changes a schedule; a failed one becomes pending again. If its time is past and unchanged, it is due at once. */
export async function updateSchedule(
  work: CompanyWork,
  id: ScheduleId,
  change: ScheduleChange,
): Promise<ScheduleRow> {
  const before = await scheduleToChange(work, id)
  const { contactId, whatsappId, sendAt, pictureFollows = false } = change
  const next = {
    contact_id: contactId === undefined ? before.contact_id : (await contactToRead(work, contactId)).id,
    connection_id: whatsappId === undefined ? before.connection_id : await connectionOf(work, whatsappId),
    send_at: sendAt === undefined ? before.send_at : await changedMoment(work, before, sendAt),
  }
  const choice = changedChoice(before, change)
  if (choice === null) {
    const { body, media, template_values: values } = before
    // A template may have a file that a free text can't have.
    const isUnfit = values !== null && media !== null && !isScheduleAttachmentType(media.mimetype)
    const written = { body: change.body ?? body, media: isUnfit ? null : media }
    return save(work, before, { ...next, ...freeText, ...written }, pictureFollows)
  }
  // An unchanged template is not checked again, because sending checks it.
  const isSame =
    choice === 'kept' &&
    next.contact_id === before.contact_id &&
    next.connection_id === before.connection_id &&
    !pictureFollows
  if (isSame) return save(work, before, next)
  const planned = await templateColumnsOfSchedule(work, {
    choice: choice === 'kept' ? await keptChoice(work, before) : choice,
    contact: await contactToRead(work, next.contact_id),
    connectionId: next.connection_id,
    sendAt: next.send_at,
    media: before.media,
    pictureFollows,
  })
  return save(work, before, { ...next, ...planned }, pictureFollows)
}

/** The template after a change, or null for none. A form with a new text but no template removes the template. */
function changedChoice(
  before: ScheduleRow,
  { template, body }: ScheduleChange,
): TemplateWithValues | 'kept' | null {
  if (template !== undefined) return template
  if (before.template_values === null) return null
  return body === undefined || body === before.body.trim() ? 'kept' : null
}

async function keptChoice(work: CompanyWork, before: ScheduleRow): Promise<TemplateWithValues> {
  const kept = await templateOfSchedule(work, before)
  if (kept === null) throw new Error('a kept template is stored')
  return { templateId: kept.template.id, values: kept.values }
}

/** Stores the uploaded picture and deletes the previous one (SCHED-07, SCHED-11). The schedule stops waiting for it. */
export async function putScheduleFile(
  work: CompanyWork,
  id: ScheduleId,
  files: readonly UploadedFile[],
): Promise<ScheduleRow> {
  const before = await scheduleToChange(work, id)
  const [file, ...others] = files
  if (file === undefined) throw refuse('ERR_UPLOAD_EMPTY')
  await refuseUnfitAttachment(work, before, file)
  const unused = others.map(({ key }) => key)
  queueFileRemoval(work, unused)
  return save(work, before, { media: file })
}

export async function removeScheduleFile(work: CompanyWork, id: ScheduleId): Promise<ScheduleRow> {
  const before = await scheduleToChange(work, id)
  if (before.template_id !== null) await refuseUnfitAttachment(work, before, null)
  return save(work, before, { media: null })
}

/** Refuses a file of the wrong type: a template defines the type of its file; a free text takes a picture. */
async function refuseUnfitAttachment(
  work: CompanyWork,
  schedule: ScheduleRow,
  file: UploadedFile | null,
): Promise<void> {
  const planned = await templateOfSchedule(work, schedule)
  if (planned !== null) return refuseWrongTemplateHeaderFile(work, planned.template, file)
  if (file !== null && !isScheduleAttachmentType(file.mimetype)) throw refuse('ERR_SCHEDULE_ATTACHMENT')
}

/** Deletes a schedule. Revokes its message if that is being sent; a message that was sent stays with its own file. */
export async function deleteSchedule(work: CompanyWork, id: ScheduleId): Promise<void> {
  const before = await scheduleToDelete(work, id)
  if (before.status === 'SAINDO' && before.message_id !== null) await revokeMessage(work, before.message_id)
  await work.db.run(removeSchedule, { id })
  removeFile(work, before.media)
  const detail = { contact: before.contact_id }
  await recordAudit(work, { act: 'schedule.deleted', subject: { id }, detail })
  work.record(scheduleDeleted, { scheduleId: id })
}

async function save(
  work: CompanyWork,
  before: ScheduleRow,
  change: Partial<
    Pick<
      ScheduleRow,
      'contact_id' | 'connection_id' | 'body' | 'template_id' | 'template_values' | 'media' | 'send_at'
    >
  >,
  pictureFollows = false,
): Promise<ScheduleRow> {
  const next = { ...before, ...change }
  // Revoke the message of the failed attempt: otherwise it could still be sent, beside the new one.
  if (before.message_id !== null) await revokeMessage(work, before.message_id)
  await work.db.run(saveSchedule, {
    id: next.id,
    contactId: next.contact_id,
    connectionId: next.connection_id,
    body: next.body,
    templateId: next.template_id,
    templateValues: valuesText(next.template_values),
    media: next.media === null ? null : JSON.stringify(next.media),
    sendAt: next.send_at,
    dueAt: dueAtOf(work, next.send_at, pictureFollows),
    at: work.now,
  })
  if (before.media?.key !== next.media?.key) removeFile(work, before.media)
  return recordScheduleChange(work, next.id, 'update')
}

/** When the schedule is due: at the chosen time or, if later, when the wait for a picture's upload ends. */
function dueAtOf({ now }: CompanyWork, sendAt: Date, pictureFollows = false): Date {
  const patience = new Date(now.getTime() + pictureWaitMs)
  return pictureFollows && patience > sendAt ? patience : sendAt
}

async function connectionOf(work: CompanyWork, id: ConnectionId | null): Promise<ConnectionId | null> {
  return id === null ? null : connectionToUse(work, id)
}

async function momentToCome(work: CompanyWork, written: string): Promise<Date> {
  const moment = await momentOf(work, written)
  if (moment.getTime() < work.now.getTime() - startToleranceMs) throw refuse('ERR_SCHEDULE_IN_PAST')
  return moment
}

/** Keeps the stored time when the form's minute is unchanged, because the form sends it with every change. */
async function changedMoment(work: CompanyWork, before: ScheduleRow, written: string): Promise<Date> {
  const moment = await momentOf(work, written)
  const minute = 60_000
  const isSame = Math.floor(moment.getTime() / minute) === Math.floor(before.send_at.getTime() / minute)
  return isSame ? before.send_at : momentToCome(work, written)
}

async function momentOf(work: CompanyWork, written: string): Promise<Date> {
  const hasOffset = /(Z|[+-]\d{2}:?\d{2})$/i.test(written)
  return hasOffset ? new Date(written) : instantOfLocalTime(written, (await ownCompany(work)).time_zone)
}

function removeFile(work: CompanyWork, media: ScheduleMedia | null): void {
  if (media !== null) queueFileRemoval(work, [media.key])
}

/** Retries a failed schedule: its stored message goes out under the same id. Does nothing in another state. */
export async function retrySchedule(work: CompanyWork, id: ScheduleId): Promise<ScheduleRow> {
  const failed = await scheduleToRead(work, id)
  if (failed.status !== 'ERRO') return failed
  const { message_id: messageId, connection_status: connection } = await work.db.one(
    scheduleSendabilityFacts,
    { id },
  )
  if (connection === null) throw refuse('ERR_NO_DEF_WAPP_FOUND')
  if (connection === 'DISCONNECTED') throw refuse('ERR_WAPP_DISCONNECTED')

  if (messageId !== null && (await retryFailedMessage(work, messageId))) return scheduleToRead(work, id)
  const schedule = await scheduleToDelete(work, id)
  return schedule.status === 'ERRO' ? save(work, schedule, {}) : schedule
}
