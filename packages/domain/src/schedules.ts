/** The status of a scheduled message on the wire (SCHED-03). */
export const scheduleStatuses = ['PENDENTE', 'ENVIADA', 'ERRO'] as const
export type ScheduleStatus = (typeof scheduleStatuses)[number]

/**
 * The state of a scheduled message. `SAINDO`: the message is due, and WhatsApp has not accepted it yet
 * (docs/features/schedules.md). Existing clients read it as `PENDENTE` with `isLeaving`.
 */
export type ScheduleState = ScheduleStatus | 'SAINDO'

/** The state, from the two fields on the wire. */
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

/** How long a due message waits for a disconnected number before its schedule fails. */
export const scheduleOfflineTimeoutMs = 10 * 60_000

/** The MIME types of attachments that a scheduled message accepts, detected from the content (SCHED-07). */
export const scheduleAttachmentTypes = ['image/png', 'image/jpeg'] as const

export function isScheduleAttachmentType(mimetype: string): boolean {
  return scheduleAttachmentTypes.some((kind) => kind === mimetype)
}
