import { saveCompanyLocale } from '@balcao/contract/companies'
import type { CompanyLanguage } from '@balcao/domain/companies'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import i18n from '../../../lib/i18n/i18n'
import { showUser, useUser } from '../../../lib/session'
import { showError, showToast } from '../../../ui/toasts'

/** Saves time zone or language of the own company. This page applies it at once, others by the event. */
export function useSaveLocale() {
  const user = useUser()
  return useMutation({
    mutationFn: (locale: { timeZone?: string; language?: CompanyLanguage }) =>
      call(saveCompanyLocale, { params: { companyId: user.company.id }, body: locale }),
    onSuccess: ({ timeZone, language, dueDate }) => {
      showUser({ ...user, company: { ...user.company, timeZone, language, dueDate } })
      showToast('success', i18n.t('settings:saved'))
    },
    onError: showError,
  })
}
