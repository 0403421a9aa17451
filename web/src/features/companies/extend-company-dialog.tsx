import type { KeptCompany } from '@balcao/contract/companies'
import { type OpenInvoiceChoice, openInvoiceChoices } from '@balcao/domain/invoices'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reais } from '../../lib/money'
import { ChoiceField } from '../../ui/choice-field'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { showToast } from '../../ui/toasts'
import { useExtendCompany } from './api/companies'

/** `+ Vencimento` of a company that owes something: what becomes of its invoice is asked in the same act. */
export function ExtendCompanyDialog({ company, onClose }: { company: KeptCompany; onClose: () => void }) {
  const { t } = useTranslation('companies')
  const extend = useExtendCompany()
  const [openInvoice, setOpenInvoice] = useState<OpenInvoiceChoice>('settle')
  const { name, openInvoice: invoice } = company
  return (
    <ConfirmDialog
      title={t('extendTitle', { name })}
      confirm={t('extendConfirm')}
      onClose={onClose}
      onConfirm={async () => {
        await extend.mutateAsync({ company, openInvoice })
        showToast('success', t('common:saved'))
      }}
    >
      {invoice !== null && <p>{t('extendMeaning', { id: invoice.id, value: reais(invoice.value) })}</p>}
      <ChoiceField
        label={t('openInvoice')}
        choices={openInvoiceChoices.map((value) => ({ value, name: t(`invoiceChoice.${value}`) }))}
        value={openInvoice}
        onChange={setOpenInvoice}
      />
    </ConfirmDialog>
  )
}
