import type { UserId } from '@balcao/domain/ids'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '../../lib/api-error'
import { errorText } from '../../lib/error-text'
import { FormDialog } from '../../ui/form-dialog'
import { TextField } from '../../ui/text-field'
import { showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { type IdentityProof, useRenewRecoveryCodes, useSwitchOffTwoStep } from './api/two-step'
import { withoutSubmitPropagation } from './switch-on-dialog'

interface ProveDialogProps {
  readonly act: 'off' | 'renew'
  readonly ownId: UserId
  readonly onClose: () => void
  readonly onCodes: (recoveryCodes: readonly string[]) => void
}

export function ProveIdentityDialog({ act, ownId, onClose, onCodes }: ProveDialogProps) {
  const { t } = useTranslation('users')
  const switchOff = useSwitchOffTwoStep(ownId)
  const renew = useRenewRecoveryCodes(ownId)
  const { register, handleSubmit, setError, formState } = useForm<IdentityProof>({
    defaultValues: { password: '', code: '' },
  })
  const { submit, isWaiting } = useDelayedSubmit(async (proof: IdentityProof) => {
    try {
      if (act === 'renew') return onCodes((await renew.mutateAsync(proof)).recoveryCodes)
      await switchOff.mutateAsync(proof)
      showToast('success', t('twoStep.wentOff'))
      onClose()
    } catch (error) {
      const field = isRefusal(error, 'ERR_PASSWORD_WRONG') ? 'password' : 'code'
      setError(field, { message: errorText(error) }, { shouldFocus: true })
    }
  })
  const required = t('common:required')
  const words = act === 'off' ? 'off' : 'renewing'

  return (
    <FormDialog
      title={t(`twoStep.${words}.title`)}
      onClose={onClose}
      onSubmit={withoutSubmitPropagation(handleSubmit(submit))}
      isWaiting={isWaiting}
      isDirty={false}
      width={480}
      submitLabel={t(`twoStep.${words}.act`)}
      destroys={act === 'off'}
    >
      <p>{t(`twoStep.${words}.meaning`)}</p>
      <TextField
        label={t('twoStep.password')}
        type="password"
        autoFocus
        autoComplete="current-password"
        error={formState.errors.password?.message}
        {...register('password', { required })}
      />
      <TextField
        label={t('twoStep.code')}
        help={t('twoStep.anyCodeHelp')}
        autoComplete="one-time-code"
        maxLength={40}
        error={formState.errors.code?.message}
        {...register('code', { required })}
      />
    </FormDialog>
  )
}
