import {
  type CampaignSettingView,
  campaignSettingsForm,
  getCampaignSettings,
  saveCampaignSettings,
} from '@balcao/contract/campaigns'
import { type CampaignSettings, defaultCampaignSettings } from '@balcao/domain/campaign-settings'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { useLiveEvent } from '../../../lib/live'
import { showError } from '../../../ui/toasts'

const key = ['campaign-settings'] as const

export function useCampaignSettings() {
  const queries = useQueryClient()
  useLiveEvent('campaignSettings', () => void queries.invalidateQueries({ queryKey: key }))
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => settingsOf(await call(getCampaignSettings, {}, { signal })),
    staleTime: 0,
  })
}

export function useSaveCampaignSettings() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (settings: CampaignSettings) =>
      call(saveCampaignSettings, { body: { settings: { ...settings, variables: [...settings.variables] } } }),
    onSuccess: (rows) => queries.setQueryData(key, settingsOf(rows)),
    onError: showError,
  })
}

/** Merges the setting rows, each a JSON text, into one value; a missing row has its default. */
function settingsOf(rows: readonly CampaignSettingView[]): CampaignSettings {
  const said = Object.fromEntries(rows.map((row) => [row.key, JSON.parse(row.value)]))
  const { messageInterval, longerIntervalAfter, greaterInterval, variables, optOutWord } =
    campaignSettingsForm.parse(said)
  return {
    messageInterval: messageInterval ?? defaultCampaignSettings.messageInterval,
    longerIntervalAfter: longerIntervalAfter ?? defaultCampaignSettings.longerIntervalAfter,
    greaterInterval: greaterInterval ?? defaultCampaignSettings.greaterInterval,
    variables: variables ?? defaultCampaignSettings.variables,
    optOutWord: optOutWord ?? defaultCampaignSettings.optOutWord,
  }
}
