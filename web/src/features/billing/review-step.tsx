import type { InvoiceView } from '@balcao/contract/billing'
import type { PlanView } from '@balcao/contract/plans'
import { useTranslation } from 'react-i18next'
import { formatReais } from '../../lib/money'
import styles from './checkout.module.css'
import type { CheckoutPayer } from './payer-step'
import { formatBillingDay } from './standing'

interface ReviewStepProps {
  readonly invoice: InvoiceView | null
  readonly payer: CheckoutPayer
  readonly plan: PlanView | null
  /** The last day that this payment covers, such as `2026-12-20`. */
  readonly until: string
  readonly amount: number
}

export function CheckoutReviewStep({ invoice, payer, plan, until, amount }: ReviewStepProps) {
  const { t } = useTranslation('billing')
  const { fullName, address, city, state, zipcode, country } = payer
  const place = [city, state, zipcode, country].filter((part) => part !== '').join(', ')
  return (
    <dl className={styles.review}>
      <dt>{t('reviewPayer')}</dt>
      <dd>
        {fullName}
        <br />
        {address}
        <br />
        {place}
      </dd>
      <dt>{t('reviewPlan')}</dt>
      <dd>{plan?.name ?? invoice?.detail}</dd>
      {invoice !== null && (
        <>
          <dt>{t('reviewDue')}</dt>
          <dd>{formatBillingDay(invoice.dueDate)}</dd>
        </>
      )}
      <dt>{t('reviewUntil')}</dt>
      <dd>{formatBillingDay(until)}</dd>
      <dt>{t('reviewHow')}</dt>
      <dd>{t('pixNow')}</dd>
      <dt>{t('reviewTotal')}</dt>
      <dd className={styles.total}>{formatReais(amount)}</dd>
    </dl>
  )
}
