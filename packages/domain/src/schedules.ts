/** The outcome of a scheduled message (SCHED-03). */
export const scheduleStatuses = ['PENDENTE', 'ENVIADA', 'ERRO'] as const
export type ScheduleStatus = (typeof scheduleStatuses)[number]

/**
 * As stored and as shown. `SAINDO`: the message is due, and WhatsApp's server has not acknowledged it yet
 * (docs/features/schedules.md). Clients of the specification read it as `PENDENTE`, with `isLeaving` beside it.
 */
export type ScheduleState = ScheduleStatus | 'SAINDO'

/** The state behind the two fields on the wire. */
export function scheduleState({
  status,
  isLeaving,
}: {
  readonly status: ScheduleStatus
  readonly isLeaving: boolean
}): ScheduleState {
  return isLeaving ? 'SAINDO' : status
}

/** True for a schedule that is not due yet, or failed (SCHED-04, SCHED-12). */
export function mayChangeSchedule(state: ScheduleState): boolean {
  return state === 'PENDENTE' || state === 'ERRO'
}

/** How long a scheduled message waits for a disconnected number before the schedule fails. */
export const offlineTimeoutMs = 10 * 60_000

/** The permitted attachments of a scheduled message: pictures of these kinds, by content (SCHED-07). */
export const scheduleAttachments = ['image/png', 'image/jpeg'] as const

export function isScheduleAttachment(mimetype: string): boolean {
  return scheduleAttachments.some((kind) => kind === mimetype)
}
