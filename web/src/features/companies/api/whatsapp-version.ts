import {
  getWhatsappVersion,
  lookUpWhatsappVersion,
  saveWhatsappVersion,
  type WhatsappVersion,
} from '@balcao/contract/platform-settings'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import i18n from '../../../lib/i18n/i18n'
import { showError, showToast } from '../../../ui/toasts'

const versionQuery = queryOptions({
  queryKey: ['whatsapp-version'],
  queryFn: ({ signal }): Promise<WhatsappVersion> => call(getWhatsappVersion, {}, { signal }),
  refetchOnMount: 'always',
})

/** The version of WhatsApp Web that the installation claims; only the platform's owner may ask. */
export function useWhatsappVersion() {
  return useQuery(versionQuery)
}

export function useSaveWhatsappVersion() {
  const keep = useKeep()
  return useMutation({
    mutationFn: (setting: string) => call(saveWhatsappVersion, { body: { setting } }),
    onSuccess: (version) => {
      keep(version)
      showToast('success', i18n.t('common:saved'))
    },
    onError: showError,
  })
}

export function useLookUpWhatsappVersion() {
  const keep = useKeep()
  return useMutation({
    mutationFn: () => call(lookUpWhatsappVersion, {}),
    onSuccess: keep,
    onError: showError,
  })
}

function useKeep() {
  const queries = useQueryClient()
  return (version: WhatsappVersion) => queries.setQueryData(versionQuery.queryKey, version)
}
