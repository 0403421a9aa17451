import type { SessionUser } from '@balcao/contract/people'
import { limits } from '@balcao/domain/limits'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { fullDate } from '../../lib/dates'
import { currentSession, updateSessionUser } from '../../lib/session'
import { after } from '../../lib/timers'
import { showToast } from '../../ui/toasts'
import { useRefetchInvoices } from './api/billing'

type Company = SessionUser['company']

/** Shows the new end of the subscription after a payment, and opens `/` four seconds later (SUBSCR-10). */
export function useHandleRenewal(): (company: Company) => void {
  const { t } = useTranslation('billing')
  const navigate = useNavigate()
  const refresh = useRefetchInvoices()
  const [renewed, setRenewed] = useState<Company | null>(null)

  useEffect(() => {
    if (renewed === null) return
    return after(limits.returnAfterPayment, () => {
      const session = currentSession()
      if (session.state === 'signed-in') updateSessionUser({ ...session.user, company: renewed })
      void navigate('/', { replace: true })
    })
  }, [renewed, navigate])

  return useCallback(
    (company) => {
      const date = fullDate(company.dueDate, company.timeZone)
      showToast('success', t('renewed', { date }))
      refresh()
      setRenewed(company)
    },
    [t, refresh],
  )
}
