import { getContact } from '@balcao/contract/contacts'
import { type ScheduleView, schedulesBetween, updateSchedule } from '@balcao/contract/schedules'
import type { ContactId } from '@balcao/domain/ids'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { useLive } from '../../../lib/live'
import { showError } from '../../../ui/toasts'
import { calendarKey } from './list-schedules'

interface CalendarPart {
  readonly from: string
  readonly until: string
  readonly contactId: ContactId | null
}

/** What is to be sent, or was, in a part of the calendar; read again when one changes. */
export function useCalendar({ from, until, contactId }: CalendarPart) {
  const client = useQueryClient()
  useLive('schedule', () => void client.invalidateQueries({ queryKey: calendarKey }))
  return useQuery({
    queryKey: [...calendarKey, from, until, contactId],
    queryFn: ({ signal }) => call(schedulesBetween, { query: { from, until, contactId } }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Another moment; or, without one, one that failed is sent now. */
export function useMoveSchedule() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ schedule, sendAt }: { schedule: ScheduleView; sendAt?: string }) =>
      call(updateSchedule, { params: { scheduleId: schedule.id }, body: { sendAt } }),
    onError: showError,
    onSettled: () => client.invalidateQueries({ queryKey: calendarKey }),
  })
}

/** To whom the address says that a message shall be written (SHELL-09). */
export function useContactOfAddress(contactId: ContactId | null) {
  return useQuery({
    queryKey: ['contacts', 'one', contactId],
    queryFn: ({ signal }) => call(getContact, { params: { contactId: contactId as ContactId } }, { signal }), // enabled only with one
    enabled: contactId !== null,
  })
}
