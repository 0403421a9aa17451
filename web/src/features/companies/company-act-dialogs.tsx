import type { CompanyWithUsage } from '@balcao/contract/companies'
import { supportVisitForm } from '@balcao/contract/support'
import { companyDeletionDelayDays, dueDayOf } from '@balcao/domain/companies'
import { type UnpaidInvoiceAction, unpaidInvoiceActions } from '@balcao/domain/invoices'
import { dueDateAfterRecurrence } from '@balcao/domain/recurrence'
import { maxSupportVisitMinutes } from '@balcao/domain/support'
import { zodResolver } from '@hookform/resolvers/zod'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { fullDate } from '../../lib/dates'
import { formatReais } from '../../lib/money'
import { Button } from '../../ui/button'
import { SelectField } from '../../ui/choice-field'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { AppDialog } from '../../ui/dialog'
import { TextField } from '../../ui/text-field'
import { showError, showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useBeginSupportVisit, useDeleteCompany, useExtendCompanyDueDate } from './api/companies'
import styles from './companies.module.css'

interface CompanyActProps {
  readonly company: CompanyWithUsage
  readonly onClose: () => void
}

export function DeleteCompanyDialog({ company: { id, name, used }, onClose }: CompanyActProps) {
  const { t } = useTranslation('companies')
  const [typed, setTyped] = useState('')
  const remove = useDeleteCompany()
  return (
    <ConfirmDialog
      title={t('deleteTitle', { name })}
      confirm={t('deleteConfirm')}
      destroys
      isReady={typed.trim() === name}
      onClose={onClose}
      onConfirm={async () => {
        await remove.mutateAsync({ id, name: typed })
        showToast('success', t('common:saved'))
      }}
    >
      <div className={styles.texts}>
        <p>{t('common:confirmDelete')}</p>
        <p>{t('deleteMeaning', { count: used.users, days: companyDeletionDelayDays })}</p>
      </div>
      <TextField
        label={t('typeName', { name })}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </ConfirmDialog>
  )
}

export function ExtendCompanyDialog({ company, onClose }: CompanyActProps) {
  const { t } = useTranslation('companies')
  const extend = useExtendCompanyDueDate(company)
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
        await extend.mutateAsync(invoice === null ? 'keep' : openInvoice)
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

/** Asks for the reason of a support visit, which the company's users will read (SECURITY A6). */
export function SupportVisitDialog({ company: { id, name }, onClose }: CompanyActProps) {
  const { t } = useTranslation('companies')
  const formId = useId()
  const goTo = useNavigate()
  const begin = useBeginSupportVisit(id)
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(supportVisitForm),
    defaultValues: { reason: '' },
  })
  const { submit, isWaiting } = useDelayedSubmit(async ({ reason }: { reason: string }) => {
    try {
      await begin.mutateAsync(reason)
      await goTo('/')
    } catch (error) {
      showError(error)
    }
  })
  return (
    <AppDialog
      title={t('enter', { name })}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button type="submit" form={formId} kind="primary" disabled={isWaiting}>
            {t('enterConfirm')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={handleSubmit(submit)} noValidate>
        <div className={styles.texts}>
          <p>{t('enterMeaning', { minutes: maxSupportVisitMinutes })}</p>
        </div>
        <TextField
          label={t('reason')}
          help={t('reasonHelp')}
          autoFocus
          error={formState.errors.reason?.message}
          {...register('reason')}
        />
      </form>
    </AppDialog>
  )
}
