import type { ScheduleView } from '@balcao/contract/schedules'
import { AppDialog } from '../../ui/dialog'
import { ScheduleItem } from './schedule-item'

interface EntryDialogProps {
  readonly schedule: ScheduleView
  readonly onClose: () => void
}

/** One of the calendar: its words, what became of it, and what can be done. */
export function EntryDialog({ schedule, onClose }: EntryDialogProps) {
  return (
    <AppDialog title={schedule.contact.name} open onClose={onClose}>
      <ul>
        <ScheduleItem schedule={schedule} isElsewhere />
      </ul>
    </AppDialog>
  )
}
