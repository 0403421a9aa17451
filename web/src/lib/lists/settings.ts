import type { EndpointCallAnswer } from '@balcao/contract/client'
import type { LiveSettingPayload } from '@balcao/contract/live'
import { listSettings } from '@balcao/contract/people'
import { isSettingValue, type SettingValue } from '@balcao/domain/settings'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../call'
import { useLiveEvent } from '../live'

type Settings = EndpointCallAnswer<typeof listSettings>

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }): Promise<Settings> => call(listSettings, {}, { signal }),
  refetchOnMount: 'always', // each visit of the tab refetches (SETTING-04)
})

export function useSettings() {
  const queries = useQueryClient()
  useLiveEvent('settings', ({ setting }) =>
    queries.setQueryData(settingsQuery.queryKey, (list) => list && replaceSetting(list, setting)),
  )
  return useQuery(settingsQuery)
}

export type OpeningHoursScope = SettingValue<'scheduleType'>

/** Which opening hours apply: those of the company or those of each queue; null until loaded. */
export function useOpeningHoursScope(): OpeningHoursScope | null {
  const { data } = useSettings()
  const held = data?.find(({ key }) => key === 'scheduleType')?.value
  return held !== undefined && isSettingValue('scheduleType', held) ? held : null
}

export function replaceSetting(list: Settings, setting: LiveSettingPayload['setting']): Settings {
  return list.map((one) => (one.key === setting.key ? setting : one))
}
