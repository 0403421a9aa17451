import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/error-text'
import { FormDialog } from '../../ui/form-dialog'
import { PasswordField } from '../../ui/password-field'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useRequestMoveOutExport } from './api/move-out'

export function RequestMoveOutExportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('moveOut')
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
    <FormDialog
      title={t('order')}
      onClose={onClose}
      onSubmit={handleSubmit(submit)}
      isWaiting={isWaiting}
      isDirty={false}
      width={440}
      submitLabel={t('order')}
    >
      <p>{t('orderMeaning')}</p>
      <PasswordField
        label={t('password')}
        autoFocus
        autoComplete="current-password"
        maxLength={200}
        error={formState.errors.password?.message}
        {...register('password', { required: t('common:required') })}
      />
    </FormDialog>
  )
}
