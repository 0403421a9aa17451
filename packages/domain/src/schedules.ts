/** What became of a message that was written ahead (SCHED-03). */
export const scheduleStatuses = ['PENDENTE', 'ENVIADA', 'ERRO'] as const
export type ScheduleStatus = (typeof scheduleStatuses)[number]

/**
 * As stored and as shown. `SAINDO`: its moment has come, and WhatsApp's server has not acknowledged the message yet
 * (docs/features/schedules.md). Clients of the specification read it as `PENDENTE`, with `isLeaving` beside it.
 */
export type ScheduleState = ScheduleStatus | 'SAINDO'

/** The state behind the two fields of the wire. */
export function scheduleState({
  status,
  isLeaving,
}: {
  readonly status: ScheduleStatus
  readonly isLeaving: boolean
}): ScheduleState {
  return isLeaving ? 'SAINDO' : status
}

/** Only what waits for its moment, or failed, may be changed (SCHED-04, SCHED-12). */
export function mayChangeSchedule(state: ScheduleState): boolean {
  return state === 'PENDENTE' || state === 'ERRO'
}

/** How long a message of a schedule waits for a number without contact to WhatsApp before the schedule fails. */
export const offlinePatienceMs = 10 * 60_000

/** What goes with a scheduled message: pictures of these kinds, by content (SCHED-07). */
export const scheduleAttachments = ['image/png', 'image/jpeg'] as const

export function isScheduleAttachment(mimetype: string): boolean {
  return scheduleAttachments.some((kind) => kind === mimetype)
}
