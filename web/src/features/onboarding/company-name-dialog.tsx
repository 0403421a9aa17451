import { nameText } from '@balcao/contract/wire-values'
import { initialCompanyName } from '@balcao/domain/onboarding'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { isRefusal } from '../../lib/api-error'
import { errorText } from '../../lib/error-text'
import { useUser } from '../../lib/session'
import { FormDialog } from '../../ui/form-dialog'
import { TextField } from '../../ui/text-field'
import { showError, showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useRenameOwnCompany } from './api/onboarding'

const nameForm = z.object({ name: nameText })

export function CompanyNameDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('onboarding')
  const { name } = useUser().company
  const save = useRenameOwnCompany()
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(nameForm),
    mode: 'onTouched',
    defaultValues: { name: name === initialCompanyName ? '' : name },
  })
  const { submit, isWaiting } = useDelayedSubmit(async (form: { name: string }) => {
    try {
      await save.mutateAsync(form)
      showToast('success', t('common:saved'))
      onClose()
    } catch (error) {
      if (isRefusal(error, 'ERR_COMPANY_NAME_ALREADY_EXISTS'))
        setError('name', { message: errorText(error) }, { shouldFocus: true })
      showError(error)
    }
  })
  return (
    <FormDialog
      title={t('step.company')}
      onClose={onClose}
      onSubmit={handleSubmit(submit)}
      isWaiting={isWaiting}
      isDirty={formState.isDirty}
    >
      <TextField
        label={t('companyName')}
        help={t('companyNameHelp')}
        autoFocus
        error={formState.errors.name?.message}
        {...register('name')}
      />
    </FormDialog>
  )
}
