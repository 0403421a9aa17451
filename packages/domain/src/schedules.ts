export const scheduleStatuses = ['PENDENTE', 'ENVIADA', 'ERRO'] as const
type ScheduleStatus = (typeof scheduleStatuses)[number]

/** `SAINDO`: due, but not yet accepted by WhatsApp; clients of the earlier API get `PENDENTE`. */
export type ScheduleState = ScheduleStatus | 'SAINDO'

export function scheduleState({
  status,
  isLeaving,
}: {
  readonly status: ScheduleStatus
  readonly isLeaving: boolean
}): ScheduleState {
  return isLeaving ? 'SAINDO' : status
}

/** True for a schedule that is not due yet or has failed (SCHED-04, SCHED-12). */
export function mayChangeSchedule(state: ScheduleState): boolean {
  return state === 'PENDENTE' || state === 'ERRO'
}

/** A due message waits so long for a number without connection; then its schedule fails. */
export const scheduleOfflineTimeoutMs = 10 * 60_000

/** The MIME types of attachments that a scheduled message accepts, detected from the content (SCHED-07). */
const scheduleAttachmentTypes = ['image/png', 'image/jpeg'] as const

export function isScheduleAttachmentType(mimetype: string): boolean {
  return scheduleAttachmentTypes.some((kind) => kind === mimetype)
}
