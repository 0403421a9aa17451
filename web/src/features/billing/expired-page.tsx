import { createSubscription } from '@balcao/contract/billing'
import { CalendarX2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { fullDate } from '../../lib/dates'
import { useMayCall, useUser } from '../../lib/session'
import { ScreenStateLayout } from '../../ui/states'
import styles from './billing.module.css'
import { CompanyInvoices } from './own-invoices'

/** The only page of a company whose subscription has expired (AUTH-09). */
export default function ExpiredPage() {
  const { t } = useTranslation('billing')
  const mayPay = useMayCall(createSubscription)
  const { dueDate, timeZone } = useUser().company
  const over = t('over', { date: fullDate(dueDate, timeZone) })
  if (!mayPay) {
    return <ScreenStateLayout icon={CalendarX2} title={over} text={t('overAsk')} />
  }
  return (
    <CompanyInvoices
      before={
        <div className={styles.over} role="status">
          <CalendarX2 size={18} strokeWidth={1.75} aria-hidden />
          <p>
            <b>{over}</b> {t('overPay')}
          </p>
        </div>
      }
    />
  )
}
