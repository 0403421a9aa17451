import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/error-text'
import { Button } from '../../ui/button'
import { AppDialog } from '../../ui/dialog'
import formStyles from '../../ui/form.module.css'
import { PasswordField } from '../../ui/password-field'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useRequestMoveOutExport } from './api/move-out'

export function RequestMoveOutExportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('moveOut')
  const formId = useId()
  const order = useRequestMoveOutExport()
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: '' } })
  const { submit, isWaiting } = useDelayedSubmit(async ({ password }: { password: string }) => {
    try {
      await order.mutateAsync(password)
      onClose()
    } catch (error) {
      setError('password', { message: errorText(error) }, { shouldFocus: true })
    }
  })
  return (
    <AppDialog
      title={t('order')}
      open
      onClose={onClose}
      width={440}
      actions={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button type="submit" form={formId} kind="primary" disabled={isWaiting}>
            {t('order')}
          </Button>
        </>
      }
    >
      <form id={formId} className={formStyles.form} onSubmit={handleSubmit(submit)} noValidate>
        <p>{t('orderMeaning')}</p>
        <PasswordField
          label={t('password')}
          autoFocus
          autoComplete="current-password"
          maxLength={200}
          error={formState.errors.password?.message}
          {...register('password', { required: t('common:required') })}
        />
      </form>
    </AppDialog>
  )
}
