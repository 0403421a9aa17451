import type { ScheduleView } from '@balcao/contract/schedules'
import { AppDialog } from '../../ui/dialog'
import { ScheduleItem } from './schedule-item'

interface EntryDialogProps {
  readonly schedule: ScheduleView
  readonly onClose: () => void
}

/** A schedule of the calendar: its text, its result, and its acts. */
export function EntryDialog({ schedule, onClose }: EntryDialogProps) {
  return (
    <AppDialog title={schedule.contact.name} open onClose={onClose}>
      <ul>
        <ScheduleItem schedule={schedule} isElsewhere />
      </ul>
    </AppDialog>
  )
}
