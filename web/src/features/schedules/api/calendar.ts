import type { EndpointCallAnswer } from '@balcao/contract/client'
import { getContact } from '@balcao/contract/contacts'
import { listSchedulesBetween, updateSchedule } from '@balcao/contract/schedules'
import type { ContactId, ScheduleId, UserId } from '@balcao/domain/ids'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { useLiveEvent } from '../../../lib/live'
import { showError } from '../../../ui/toasts'
import { calendarQueryKey } from './schedules'

interface CalendarPart {
  readonly from: string
  readonly until: string
  readonly contactId: ContactId | null
  /** The author to filter by; null for all. */
  readonly userId: UserId | null
}

export function useCalendarSchedules({ from, until, contactId, userId }: CalendarPart) {
  const client = useQueryClient()
  useLiveEvent('schedule', () => void client.invalidateQueries({ queryKey: calendarQueryKey }))
  return useQuery({
    queryKey: [...calendarQueryKey, from, until, contactId, userId],
    queryFn: ({ signal }) =>
      call(listSchedulesBetween, { query: { from, until, contactId, userId } }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Moves a schedule to another time, optimistically: a refusal rolls it back. */
export function useMoveScheduleToTime() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, sendAt }: { readonly id: ScheduleId; readonly sendAt: string }) =>
      call(updateSchedule, { params: { scheduleId: id }, body: { sendAt } }),
    onMutate: async ({ id, sendAt }) => {
      await client.cancelQueries({ queryKey: calendarQueryKey })
      client.setQueriesData<EndpointCallAnswer<typeof listSchedulesBetween>>(
        { queryKey: calendarQueryKey },
        (part) =>
          part && {
            ...part,
            schedules: part.schedules.map((it) => (it.id === id ? { ...it, sendAt } : it)),
          },
      )
    },
    onError: showError,
    onSettled: () => client.invalidateQueries({ queryKey: calendarQueryKey }),
  })
}

export function useContactOfSchedule(contactId: ContactId | null) {
  return useQuery({
    queryKey: ['contacts', 'one', contactId],
    queryFn: ({ signal }) => call(getContact, { params: { contactId: contactId as ContactId } }, { signal }), // enabled only with one
    enabled: contactId !== null,
  })
}
