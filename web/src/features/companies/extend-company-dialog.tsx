import type { CompanyWithUsage } from '@balcao/contract/companies'
import { dueDayOf } from '@balcao/domain/companies'
import { type UnpaidInvoiceAction, unpaidInvoiceActions } from '@balcao/domain/invoices'
import { dueDateAfterRecurrence } from '@balcao/domain/recurrence'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fullDate } from '../../lib/dates'
import { formatReais } from '../../lib/money'
import { SelectField } from '../../ui/choice-field'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { showToast } from '../../ui/toasts'
import { useExtendCompanyDueDate } from './api/companies'
import styles from './companies.module.css'

export function ExtendCompanyDialog({
  company,
  onClose,
}: {
  company: CompanyWithUsage
  onClose: () => void
}) {
  const { t } = useTranslation('companies')
  const extend = useExtendCompanyDueDate()
  const [openInvoice, setOpenInvoice] = useState<UnpaidInvoiceAction>('settle')
  const { name, dueDate, timeZone, recurrence, openInvoice: invoice } = company
  const from = dueDayOf(dueDate, timeZone)
  const shown = (day: string) => fullDate(day, 'UTC')
  return (
    <ConfirmDialog
      title={t('extendTitle', { name })}
      confirm={t('extendConfirm')}
      onClose={onClose}
      onConfirm={async () => {
        await extend.mutateAsync({ company, openInvoice: invoice === null ? 'keep' : openInvoice })
        showToast('success', t('common:saved'))
      }}
    >
      <div className={styles.texts}>
        <p>
          {t('extendUntil', { from: shown(from), until: shown(dueDateAfterRecurrence(recurrence, from)) })}
        </p>
        {invoice !== null && (
          <p>{t('extendMeaning', { id: invoice.id, value: formatReais(invoice.value) })}</p>
        )}
      </div>
      {invoice !== null && (
        <SelectField
          label={t('openInvoice')}
          choices={unpaidInvoiceActions.map((value) => ({ value, name: t(`invoiceChoice.${value}`) }))}
          value={openInvoice}
          onChange={setOpenInvoice}
        />
      )}
    </ConfirmDialog>
  )
}
