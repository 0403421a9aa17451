import { getCompany, saveCompanyHours, saveCompanyLocale } from '@balcao/contract/companies'
import { updateSetting } from '@balcao/contract/people'
import type { CompanyLanguage } from '@balcao/domain/companies'
import type { CompanyId } from '@balcao/domain/ids'
import type { OpeningHours } from '@balcao/domain/opening-hours'
import type { CredentialSettingKey, SettingKey } from '@balcao/domain/settings'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import i18n from '../../../lib/i18n/i18n'
import { replaceSetting, settingsQuery } from '../../../lib/lists/settings'
import { updateSessionUser, useUser } from '../../../lib/session'
import { showError, showToast } from '../../../ui/toasts'

export function useSaveSetting() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ key, value }: { key: SettingKey | CredentialSettingKey; value: string }) =>
      call(updateSetting, { params: { key }, body: { value } }),
    onSuccess: (setting) => {
      queries.setQueryData(settingsQuery.queryKey, (list) => list && replaceSetting(list, setting))
      showToast('success', i18n.t('settings:saved'))
    },
    onError: showError,
  })
}

const hoursQuery = (companyId: CompanyId) =>
  queryOptions({
    queryKey: ['companyHours', companyId],
    queryFn: async ({ signal }): Promise<readonly OpeningHours[]> =>
      (await call(getCompany, { params: { companyId } }, { signal })).schedules,
    refetchOnMount: 'always', // each visit of the tab refetches (SETTING-04)
  })

export function useCompanyOpeningHours() {
  return useQuery(hoursQuery(useUser().company.id))
}

export function useSaveCompanyOpeningHours() {
  const queries = useQueryClient()
  const companyId = useUser().company.id
  return useMutation({
    mutationFn: (schedules: readonly OpeningHours[]) =>
      call(saveCompanyHours, { params: { companyId }, body: { schedules: [...schedules] } }),
    onSuccess: ({ schedules }) => {
      queries.setQueryData(hoursQuery(companyId).queryKey, schedules)
      showToast('success', i18n.t('settings:hoursSaved'))
    },
    onError: showError,
  })
}

/** Saves the company's language and time zone. This tab applies them at once; other tabs get a live event. */
export function useSaveCompanyLocale() {
  const user = useUser()
  return useMutation({
    mutationFn: (locale: { timeZone?: string; language?: CompanyLanguage }) =>
      call(saveCompanyLocale, { params: { companyId: user.company.id }, body: locale }),
    onSuccess: ({ timeZone, language, dueDate }) => {
      updateSessionUser({ ...user, company: { ...user.company, timeZone, language, dueDate } })
      showToast('success', i18n.t('settings:saved'))
    },
    onError: showError,
  })
}
