import { listSettings, updateSetting } from '@balcao/contract/people'
import type { CredentialKey, SettingKey } from '@balcao/domain/settings'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import i18n from '../../../lib/i18n/i18n'
import { useLive } from '../../../lib/live'
import { showError, showToast } from '../../../ui/toasts'

type Settings = Awaited<ReturnType<typeof fetchSettings>>
const fetchSettings = (signal: AbortSignal) => call(listSettings, {}, { signal })

const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => fetchSettings(signal),
  refetchOnMount: 'always', // whoever changes the tab sees what stands now (SETTING-04)
})

/** Every setting of the company; true by its events. */
export function useSettings() {
  const queries = useQueryClient()
  useLive('settings', ({ setting }) =>
    queries.setQueryData(settingsQuery.queryKey, (list) => list && withSetting(list, setting)),
  )
  return useQuery(settingsQuery)
}

/** Saves one setting at once, says so, and puts the old value back when it is refused. */
export function useSaveSetting() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ key, value }: { key: SettingKey | CredentialKey; value: string }) =>
      call(updateSetting, { params: { key }, body: { value } }),
    onSuccess: (setting) => {
      queries.setQueryData(settingsQuery.queryKey, (list) => list && withSetting(list, setting))
      showToast('success', i18n.t('settings:saved'))
    },
    onError: showError,
  })
}

function withSetting(list: Settings, setting: Settings[number]): Settings {
  return list.map((one) => (one.key === setting.key ? setting : one))
}
