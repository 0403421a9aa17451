import type { CompanyWithUsage } from '@balcao/contract/companies'
import { supportVisitForm } from '@balcao/contract/support'
import { maxSupportVisitMinutes } from '@balcao/domain/support'
import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Button } from '../../ui/button'
import { AppDialog } from '../../ui/dialog'
import { TextField } from '../../ui/text-field'
import { showError } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useBeginSupportVisit } from './api/companies'
import styles from './companies.module.css'

interface SupportDialogProps {
  readonly company: CompanyWithUsage
  readonly onClose: () => void
}

/** Asks for the reason of a support visit, which the company's users will read (SECURITY A6). */
export function SupportVisitDialog({ company: { id, name }, onClose }: SupportDialogProps) {
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
