import type { LiveSchedule } from '@balcao/contract/live'
import type { ScheduleView } from '@balcao/contract/schedules'
import type { ContactId } from '@balcao/domain/ids'

/** Takes news of a schedule into those of a contact; one that went to another contact leaves. */
export function foldSchedule(
  schedules: readonly ScheduleView[],
  event: LiveSchedule,
  contactId: ContactId,
): ScheduleView[] {
  const changedId = event.action === 'delete' ? event.scheduleId : event.schedules.id
  const others = schedules.filter(({ id }) => id !== changedId)
  if (event.action === 'delete' || event.schedules.contactId !== contactId) return others
  const known = schedules.find(({ id }) => id === changedId)
  const newest = known !== undefined && known.updatedAt > event.schedules.updatedAt ? known : event.schedules
  return [...others, newest]
}

/** What is still to come first, the next one on top; then what was sent or failed, the latest on top. */
export function inOrder(schedules: readonly ScheduleView[]): ScheduleView[] {
  const waits = ({ status }: ScheduleView) => status === 'PENDENTE'
  return [
    ...schedules.filter(waits).sort((one, other) => one.sendAt.localeCompare(other.sendAt)),
    ...schedules.filter((one) => !waits(one)).sort((one, other) => other.sendAt.localeCompare(one.sendAt)),
  ]
}
