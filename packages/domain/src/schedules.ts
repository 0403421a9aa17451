/** What became of a message that was written ahead (SCHED-03). */
export const scheduleStatuses = ['PENDENTE', 'ENVIADA', 'ERRO'] as const
export type ScheduleStatus = (typeof scheduleStatuses)[number]

/** A schedule that was sent stands as it is; one that failed may be mended, and waits again (SCHED-04, SCHED-12). */
export function mayChangeSchedule({ status }: { readonly status: ScheduleStatus }): boolean {
  return status !== 'ENVIADA'
}

/** What goes with a scheduled message: pictures of these kinds, by content (SCHED-07). */
export const scheduleAttachments = ['image/png', 'image/jpeg'] as const

export function isScheduleAttachment(mimetype: string): boolean {
  return scheduleAttachments.some((kind) => kind === mimetype)
}
