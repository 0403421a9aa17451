import { createSubscription, type InvoiceView } from '@balcao/contract/billing'
import type { SessionUser } from '@balcao/contract/people'
import { limits } from '@balcao/domain/limits'
import { ReceiptText } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { fullDate } from '../../lib/dates'
import { formatReais } from '../../lib/money'
import { currentSession, updateSessionUser, useMayCall, useUser } from '../../lib/session'
import { after, minuteMs, useNow } from '../../lib/timers'
import { Button } from '../../ui/button'
import { type Column, DataTable } from '../../ui/data-table'
import { ListPageLayout } from '../../ui/page'
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states'
import { showToast } from '../../ui/toasts'
import { useInvoices, useRefetchInvoices } from './api/billing'
import styles from './billing.module.css'
import { CheckoutDialog } from './checkout-dialog'
import { formatBillingDay, invoiceStateOf } from './standing'
import { InvoiceStatePill } from './standing-pill'

export function CompanyInvoices({ tabs, before }: { tabs?: ReactNode; before?: ReactNode }) {
  const { t } = useTranslation('billing')
  const { timeZone } = useUser().company
  const now = useNow(minuteMs)
  const [paying, setPaying] = useState<InvoiceView | 'plan' | null>(null)
  const mayPay = useMayCall(createSubscription)
  const renewed = useHandleRenewal()
  const list = useInvoices()
  const { data, error, isPending, refetch } = list
  const standing = (invoice: InvoiceView) => invoiceStateOf(invoice, now, timeZone)

  const columns: Column<InvoiceView>[] = [
    { key: 'id', title: t('id'), width: '96px', cell: ({ id }) => id },
    { key: 'detail', title: t('detail'), onPhone: 'head', cell: ({ detail }) => detail },
    { key: 'value', title: t('value'), align: 'right', cell: ({ value }) => formatReais(value) },
    {
      key: 'dueDate',
      title: t('dueDate'),
      align: 'center',
      cell: ({ dueDate }) => formatBillingDay(dueDate),
    },
    {
      key: 'status',
      title: t('status'),
      align: 'center',
      cell: (invoice) => (
        <>
          <InvoiceStatePill standing={standing(invoice)} />
          {invoice.attention !== null && (
            <small className={styles.attention}>{t(`attention.${invoice.attention}`)}</small>
          )}
        </>
      ),
    },
    {
      key: 'action',
      title: t('action'),
      width: '128px',
      align: 'right',
      onPhone: 'actions',
      cell: (invoice) =>
        (mayPay || invoice.status !== 'open') && (
          <PayButton invoice={invoice} onPay={() => setPaying(invoice)} />
        ),
    },
  ]
  return (
    <ListPageLayout intro={t('intro')} list={list}>
      {tabs}
      {before}
      {mayPay && data?.invoices.every(({ status }) => status !== 'open') && (
        <div>
          <Button onClick={() => setPaying('plan')}>{t('choosePlan')}</Button>
        </div>
      )}
      {isPending ? (
        <SkeletonRows rows={6} />
      ) : data === undefined ? (
        <ErrorState title={t('common:listFailed')} error={error} onRetry={() => void refetch()} />
      ) : data.invoices.length === 0 ? (
        <EmptyState icon={ReceiptText} title={t('emptyTitle')} text={t('emptyText')} />
      ) : (
        <DataTable
          label={t('list')}
          columns={columns}
          rows={data.invoices}
          keyOf={({ id }) => id}
          toneOf={(invoice) => (standing(invoice) === 'late' ? 'red' : null)}
          foot={t('count', { count: data.count })}
        />
      )}
      {paying !== null && (
        <CheckoutDialog
          invoice={paying === 'plan' ? null : paying}
          onClose={() => setPaying(null)}
          onPaid={renewed}
        />
      )}
    </ListPageLayout>
  )
}

function PayButton({ invoice: { id, status }, onPay }: { invoice: InvoiceView; onPay: () => void }) {
  const { t } = useTranslation('billing')
  if (status !== 'open') {
    const isPaid = status === 'paid'
    return (
      <Button size="small" disabled aria-label={t(isPaid ? 'paidOf' : 'cancelledOf', { id })}>
        {t(isPaid ? 'paid' : 'cancelledWord')}
      </Button>
    )
  }
  return (
    <Button size="small" kind="primary" aria-label={t('payOf', { id })} onClick={onPay}>
      {t('pay')}
    </Button>
  )
}

/** Shows the new end of the subscription after a payment, and opens `/` four seconds later (SUBSCR-10). */
function useHandleRenewal(): (company: SessionUser['company']) => void {
  const { t } = useTranslation('billing')
  const navigate = useNavigate()
  const refresh = useRefetchInvoices()
  const [renewed, setRenewed] = useState<SessionUser['company'] | null>(null)

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
