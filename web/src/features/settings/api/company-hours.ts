import { getCompany, saveCompanyHours } from '@balcao/contract/companies'
import type { CompanyId } from '@balcao/domain/ids'
import type { OpeningHours } from '@balcao/domain/opening-hours'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import i18n from '../../../lib/i18n/i18n'
import { useUser } from '../../../lib/session'
import { showError, showToast } from '../../../ui/toasts'

const hoursQuery = (companyId: CompanyId) =>
  queryOptions({
    queryKey: ['companyHours', companyId],
    queryFn: async ({ signal }): Promise<readonly OpeningHours[]> =>
      (await call(getCompany, { params: { companyId } }, { signal })).schedules,
    refetchOnMount: 'always', // each visit of the tab refetches (SETTING-04)
  })

/** The weekly hours of the own company. */
export function useCompanyHours() {
  return useQuery(hoursQuery(useUser().company.id))
}

export function useSaveCompanyHours() {
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
