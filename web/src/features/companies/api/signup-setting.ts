import { updateSetting } from '@balcao/contract/people'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import i18n from '../../../lib/i18n/i18n'
import { settingsQuery, useSettings, withSetting } from '../../../lib/lists/settings'
import { showError, showToast } from '../../../ui/toasts'

/** Whether strangers may sign up: a setting of the first company, which belongs to the platform's owner (AUTH-28). */
export function useSignupSetting() {
  const queries = useQueryClient()
  const { data } = useSettings()
  const held = data?.find(({ key }) => key === 'userCreation')?.value
  const save = useMutation({
    mutationFn: (isOpen: boolean) =>
      call(updateSetting, {
        params: { key: 'userCreation' },
        body: { value: isOpen ? 'enabled' : 'disabled' },
      }),
    onSuccess: (setting) => {
      queries.setQueryData(settingsQuery.queryKey, (list) => list && withSetting(list, setting))
      showToast('success', i18n.t('settings:saved'))
    },
    onError: showError,
  })
  return { isKnown: held !== undefined, isOpen: held === 'enabled', save }
}
