import {
  deleteHoliday,
  type HolidayForm,
  type HolidayView,
  listHolidays,
  saveHolidays,
} from '@balcao/contract/holidays'
import type { LiveHolidayPayload } from '@balcao/contract/live'
import { listWithoutRecord, listWithRecord } from '@balcao/contract/record-reducers'
import type { HolidayId } from '@balcao/domain/ids'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { useLiveEvent } from '../../../lib/live'
import { showError } from '../../../ui/toasts'

const holidaysQuery = queryOptions({
  queryKey: ['holidays'],
  queryFn: ({ signal }): Promise<HolidayView[]> => call(listHolidays, {}, { signal }),
  refetchOnMount: 'always', // an unmounted list received no events
})

export function useHolidays() {
  const reduce = useListReducer()
  useLiveEvent('holiday', reduce)
  return useQuery(holidaysQuery)
}

export function useSaveHolidays() {
  const reduce = useListReducer()
  return useMutation({
    mutationFn: (holidays: readonly HolidayForm[]) =>
      call(saveHolidays, { body: { holidays: [...holidays] } }),
    onSuccess: (holidays) => reduce({ action: 'update', holidays }),
    onError: showError,
  })
}

export function useDeleteHoliday() {
  const reduce = useListReducer()
  return useMutation({
    mutationFn: (holidayId: HolidayId) => call(deleteHoliday, { params: { holidayId } }),
    onSuccess: (_, holidayId) => reduce({ action: 'delete', holidayId }),
    onError: showError,
  })
}

function useListReducer(): (event: LiveHolidayPayload) => void {
  const queries = useQueryClient()
  return (event) => queries.setQueryData(holidaysQuery.queryKey, (list) => list && reduceHoliday(list, event))
}

function reduceHoliday(list: readonly HolidayView[], event: LiveHolidayPayload): HolidayView[] {
  if (event.action === 'delete') return listWithoutRecord(list, event.holidayId)
  return event.holidays
    .reduce<readonly HolidayView[]>(listWithRecord, list)
    .toSorted((one, other) => one.day.localeCompare(other.day))
}
