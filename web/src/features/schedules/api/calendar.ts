import type { AnswerTo } from '@balcao/contract/client'
import { getContact } from '@balcao/contract/contacts'
import { schedulesBetween, updateSchedule } from '@balcao/contract/schedules'
import type { ContactId, ScheduleId, UserId } from '@balcao/domain/ids'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { useLive } from '../../../lib/live'
import { showError } from '../../../ui/toasts'
import { calendarKey } from './list-schedules'

interface CalendarPart {
  readonly from: string
  readonly until: string
  readonly contactId: ContactId | null
  /** Who wrote it. */
  readonly userId: UserId | null
}

/** What is to be sent, or was, in a part of the calendar; read again when one changes. */
export function useCalendar({ from, until, contactId, userId }: CalendarPart) {
  const client = useQueryClient()
  useLive('schedule', () => void client.invalidateQueries({ queryKey: calendarKey }))
  return useQuery({
    queryKey: [...calendarKey, from, until, contactId, userId],
    queryFn: ({ signal }) =>
      call(schedulesBetween, { query: { from, until, contactId, userId } }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Another moment. It stands there at once, and goes back where the server refuses. */
export function useMoveSchedule() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, sendAt }: { readonly id: ScheduleId; readonly sendAt: string }) =>
      call(updateSchedule, { params: { scheduleId: id }, body: { sendAt } }),
    onMutate: async ({ id, sendAt }) => {
      await client.cancelQueries({ queryKey: calendarKey })
      client.setQueriesData<AnswerTo<typeof schedulesBetween>>(
        { queryKey: calendarKey },
        (part) =>
          part && {
            ...part,
            schedules: part.schedules.map((it) => (it.id === id ? { ...it, sendAt } : it)),
          },
      )
    },
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
