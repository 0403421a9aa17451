import type { ScheduleView } from '@balcao/contract/schedules'

/** Pending and sending schedules first, the next one on top; then sent and failed ones, the latest on top. */
export function inOrder(schedules: readonly ScheduleView[]): ScheduleView[] {
  const waits = ({ status }: ScheduleView) => status === 'PENDENTE'
  return [
    ...schedules.filter(waits).sort((one, other) => one.sendAt.localeCompare(other.sendAt)),
    ...schedules.filter((one) => !waits(one)).sort((one, other) => other.sendAt.localeCompare(one.sendAt)),
  ]
}
