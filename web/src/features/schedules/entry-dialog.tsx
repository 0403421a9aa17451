import type { ScheduleView } from '@balcao/contract/schedules'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { AppDialog } from '../../ui/dialog'
import { showToast } from '../../ui/toasts'
import { useMoveSchedule } from './api/calendar'
import { ScheduleItem } from './schedule-item'

interface EntryDialogProps {
  readonly schedule: ScheduleView
  readonly onClose: () => void
}

/** One of the calendar: its words, what became of it, and what can be done. What failed can be sent now. */
export function EntryDialog({ schedule, onClose }: EntryDialogProps) {
  const { t } = useTranslation('schedules')
  const move = useMoveSchedule()

  async function sendNow(): Promise<void> {
    await move.mutateAsync({ schedule })
    showToast('success', t('sendingNow'))
  }

  return (
    <AppDialog
      title={schedule.contact.name}
      open
      onClose={onClose}
      actions={
        schedule.status === 'ERRO' && (
          <Button
            variant="contained"
            disabled={move.isPending}
            onClick={() => sendNow().catch(() => undefined)} // the mutation has shown its reason
          >
            {t('sendNow')}
          </Button>
        )
      }
    >
      <ul>
        <ScheduleItem schedule={schedule} />
      </ul>
    </AppDialog>
  )
}
