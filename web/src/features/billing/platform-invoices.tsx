import type { PlatformInvoiceView } from '@balcao/contract/billing'
import { limits } from '@balcao/domain/limits'
import { ReceiptText } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWaitingPaymentCount } from '../../lib/lists/waiting-payments'
import { formatReais } from '../../lib/money'
import { useUser } from '../../lib/session'
import { minuteMs, useDebounced, useNow } from '../../lib/timers'
import { Button } from '../../ui/button'
import { SelectField } from '../../ui/choice-field'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { type Column, DataTable } from '../../ui/data-table'
import { ListPageLayout } from '../../ui/page'
import { SearchBox } from '../../ui/search-box'
import { EmptyState, ErrorState, NoResultsState, SkeletonRows } from '../../ui/states'
import { showToast } from '../../ui/toasts'
import {
  type InvoiceStatusFilter,
  useCancelInvoice,
  useConfirmPayment,
  useMarkPaymentHandled,
  usePlatformInvoices,
} from './api/billing'
import styles from './billing.module.css'
import { formatBillingDay, invoiceStateOf } from './standing'
import { InvoiceStatePill } from './standing-pill'

export function PlatformInvoices({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation('billing')
  const { timeZone } = useUser().company
  const now = useNow(minuteMs)
  const [search, setSearch] = useState('')
  const [picked, setStatus] = useState<InvoiceStatusFilter | null>(null)
  const [open, setOpen] = useState<Omit<InvoiceActDialogProps, 'onClose'> | null>(null)
  const chosen = useMemo(() => ({ words: search.trim(), picked }), [search, picked])
  // Debounces both filters together, so that one request follows (GEN-10).
  const rested = useDebounced(chosen, limits.searchDebounce)
  const waiting = useWaitingPaymentCount()
  // Until the user chooses a filter, the list shows invoices that need attention, or open ones if none do.
  const first = (waiting ?? 0) > 0 ? 'attention' : 'open'
  const list = usePlatformInvoices(rested.words, rested.picked ?? first)
  const { data, error, isPending, refetch } = list

  const columns: Column<PlatformInvoiceView>[] = [
    { key: 'id', title: t('id'), width: '80px', cell: ({ id }) => id },
    { key: 'company', title: t('company'), onPhone: 'head', cell: ({ company }) => company.name },
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
      cell: (invoice) => <InvoiceStatePill standing={invoiceStateOf(invoice, now, timeZone)} />,
    },
    { key: 'asked', title: t('asked'), cell: (invoice) => <Charge {...invoice} /> },
    {
      key: 'action',
      title: t('action'),
      width: '200px',
      align: 'right',
      onPhone: 'actions',
      cell: (invoice) => {
        const names = { id: invoice.id, company: invoice.company.name }
        return (
          <span className={styles.acts}>
            {invoice.attention !== null && (
              <Button
                size="small"
                aria-label={t('handleOf', names)}
                onClick={() => setOpen({ act: 'handle', invoice })}
              >
                {t('handle')}
              </Button>
            )}
            {invoice.status === 'open' && (
              <>
                <Button
                  size="small"
                  aria-label={t('cancelOf', names)}
                  onClick={() => setOpen({ act: 'cancel', invoice })}
                >
                  {t('cancel')}
                </Button>
                <Button
                  size="small"
                  aria-label={t('confirmOf', names)}
                  onClick={() => setOpen({ act: 'confirm', invoice })}
                >
                  {t('confirm')}
                </Button>
              </>
            )}
          </span>
        )
      },
    },
  ]
  return (
    <ListPageLayout intro={t('platformIntro')} list={list}>
      {tabs}
      <div className={styles.filters}>
        <SearchBox label={t('search')} value={search} onChange={setSearch} />
        <SelectField
          label={t('statusFilter')}
          value={picked ?? first}
          choices={[
            { value: 'attention', name: t('needsAttention') },
            { value: 'open', name: t('onlyOpen') },
            { value: 'paid', name: t('onlyPaid') },
            { value: 'cancelled', name: t('onlyCancelled') },
            { value: '', name: t('everyStatus') },
          ]}
          onChange={setStatus}
        />
      </div>
      {isPending ? (
        <SkeletonRows rows={6} />
      ) : data === undefined ? (
        <ErrorState title={t('common:listFailed')} error={error} onRetry={() => void refetch()} />
      ) : data.invoices.length > 0 ? (
        <DataTable
          label={t('platform')}
          columns={columns}
          rows={data.invoices}
          keyOf={({ id }) => id}
          toneOf={(invoice) => (invoiceStateOf(invoice, now, timeZone) === 'late' ? 'red' : null)}
          foot={t('count', { count: data.count })}
        />
      ) : rested.words === '' ? (
        <EmptyState icon={ReceiptText} title={t('emptyTitle')} text={t('emptyText')} />
      ) : (
        <NoResultsState search={rested.words} where={t('searchedIn')} onClear={() => setSearch('')} />
      )}
      {open !== null && <InvoiceActDialog {...open} onClose={() => setOpen(null)} />}
    </ListPageLayout>
  )
}

function Charge({ charge, attention }: Pick<PlatformInvoiceView, 'charge' | 'attention'>) {
  const { t } = useTranslation('billing')
  if (charge === null) return <span className={styles.charge}>{t('nothingAsked')}</span>
  const { planName, amount, state, paidAmount, txid } = charge
  return (
    <span className={styles.charge}>
      <span>{t('chargePlan', { plan: planName, value: formatReais(amount) })}</span>
      <small>
        {t(`chargeState.${state}`, { value: formatReais(paidAmount ?? 0) })} · {txid}
      </small>
      {attention === 'exceeds' && <small>{t('exceeds')}</small>}
    </span>
  )
}

interface InvoiceActDialogProps {
  readonly act: 'handle' | 'cancel' | 'confirm'
  readonly invoice: PlatformInvoiceView
  readonly onClose: () => void
}

function InvoiceActDialog({ act, invoice, onClose }: InvoiceActDialogProps) {
  const { t } = useTranslation('billing')
  const handle = useMarkPaymentHandled()
  const cancel = useCancelInvoice()
  const { id, value } = invoice
  const company = invoice.company.name
  switch (act) {
    case 'confirm':
      return <ConfirmPaymentDialog invoice={invoice} onClose={onClose} />
    case 'handle':
      return (
        <ConfirmDialog
          title={t('handleTitle')}
          confirm={t('handle')}
          onClose={onClose}
          onConfirm={async () => {
            await handle.mutateAsync(id)
            showToast('success', t('handled'))
          }}
        >
          {t('handleMeaning', { id, company })}
        </ConfirmDialog>
      )
    case 'cancel':
      return (
        <ConfirmDialog
          title={t('cancelTitle', { id })}
          confirm={t('cancelConfirm')}
          cancel={t('back')}
          destroys
          onClose={onClose}
          onConfirm={async () => {
            await cancel.mutateAsync(id)
            showToast('success', t('cancelled'))
          }}
        >
          {t('cancelMeaning', { company, value: formatReais(value) })}
        </ConfirmDialog>
      )
  }
}

function ConfirmPaymentDialog({ invoice, onClose }: Omit<InvoiceActDialogProps, 'act'>) {
  const { t } = useTranslation('billing')
  const confirm = useConfirmPayment()
  const { id, company, charges, value, detail } = invoice
  const [txid, setTxid] = useState(invoice.charge?.txid ?? '')
  const charge = charges.find((one) => one.txid === txid) ?? null
  return (
    <ConfirmDialog
      title={t('confirmTitle')}
      confirm={t('confirm')}
      onClose={onClose}
      onConfirm={async () => {
        await confirm.mutateAsync({ id, txid })
        showToast('success', t('confirmed'))
      }}
    >
      <p>{t('confirmMeaning', { id, company: company.name })}</p>
      {charges.length > 1 && (
        <SelectField
          label={t('reference')}
          value={txid}
          choices={charges.map((one) => ({
            value: one.txid,
            name: `${one.txid} · ${t('chargePlan', { plan: one.planName, value: formatReais(one.amount) })}`,
          }))}
          onChange={setTxid}
        />
      )}
      <dl className={styles.facts}>
        <dt>{t('plan')}</dt>
        <dd>{charge?.planName ?? detail}</dd>
        <dt>{t('value')}</dt>
        <dd>{formatReais(charge?.amount ?? value)}</dd>
        {charge !== null && charges.length === 1 && (
          <>
            <dt>{t('reference')}</dt>
            <dd>{charge.txid}</dd>
          </>
        )}
      </dl>
    </ConfirmDialog>
  )
}
