import { retrySchedule, type ScheduleView } from '@balcao/contract/schedules'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/call'
import { showError, showToast } from '../../../ui/toasts'
import { takeIn } from './list-schedules'

/** Retries a failed schedule. The server sends it once, however often the button is pressed. */
export function useRetrySchedule({ id: scheduleId }: Pick<ScheduleView, 'id'>) {
  const client = useQueryClient()
  const { t } = useTranslation('schedules')
  return useMutation({
    mutationFn: () => call(retrySchedule, { params: { scheduleId } }),
    onSuccess: (schedules) => {
      takeIn(client, schedules.contactId, { action: 'update', schedules })
      showToast('success', t('sendingNow'))
    },
    onError: showError,
  })
}
