import type { ScheduleNews } from '@balcao/contract/live'
import { reduceSchedule } from '@balcao/contract/record-reducers'
import { listSchedules, type ScheduleView } from '@balcao/contract/schedules'
import type { ContactId } from '@balcao/domain/ids'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { useLive } from '../../../lib/live'

interface ContactSchedules {
  readonly schedules: readonly ScheduleView[]
  /** Older ones are left out. */
  readonly hasMore: boolean
}

/** The query key of the calendar. */
export const calendarKey = ['schedules', 'calendar'] as const
const keyOf = (contactId: ContactId) => ['schedules', 'of contact', contactId]

/** The latest schedules of a contact; live. */
export function useContactSchedules(contactId: ContactId) {
  const client = useQueryClient()
  useLive('schedule', (event) => takeIn(client, contactId, event))
  return useQuery({
    queryKey: keyOf(contactId),
    queryFn: ({ signal }): Promise<ContactSchedules> =>
      call(listSchedules, { query: { contactId } }, { signal }),
    refetchOnMount: 'always', // an unmounted list reduced no events
  })
}

export function takeIn(client: QueryClient, contactId: ContactId, event: ScheduleNews): void {
  client.setQueryData<ContactSchedules>(
    keyOf(contactId),
    (list) => list && { ...list, schedules: reduceSchedule(list.schedules, event, contactId) },
  )
  void client.invalidateQueries({ queryKey: calendarKey })
}
