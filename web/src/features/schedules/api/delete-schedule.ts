import { deleteSchedule, type ScheduleView } from '@balcao/contract/schedules'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '../../../lib/api-error'
import { call } from '../../../lib/call'
import { showError, showToast } from '../../../ui/toasts'
import { takeIn } from './list-schedules'

/** Deletes a schedule. One that a colleague has just deleted counts as deleted. */
export function useDeleteSchedule({ id: scheduleId, contactId }: ScheduleView) {
  const client = useQueryClient()
  const { t } = useTranslation('schedules')
  const forget = () => takeIn(client, contactId, { action: 'delete', scheduleId })
  return useMutation({
    mutationFn: () => call(deleteSchedule, { params: { scheduleId } }),
    onSuccess: () => {
      forget()
      showToast('success', t('deleted'))
    },
    onError: (error) => {
      if (isRefusal(error, 'ERR_NO_SCHEDULE_FOUND')) forget()
      showError(error)
    },
  })
}
