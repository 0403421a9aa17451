import { updateSetting } from '@balcao/contract/people'
import type { CredentialKey, SettingKey } from '@balcao/domain/settings'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import i18n from '../../../lib/i18n/i18n'
import { settingsQuery, withSetting } from '../../../lib/lists/settings'
import { showError, showToast } from '../../../ui/toasts'

/** Saves one setting optimistically, shows a toast, and rolls back a refusal. */
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
