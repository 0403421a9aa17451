import { type PlanForm, type PlanView, planForm } from '@balcao/contract/plans'
import { limits } from '@balcao/domain/limits'
import { planFlags } from '@balcao/domain/plans'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { isRefusal } from '../../lib/api-error'
import { errorText } from '../../lib/error-text'
import formStyles from '../../ui/form.module.css'
import { FormDialog } from '../../ui/form-dialog'
import { FormNumberField, FormSwitchField } from '../../ui/form-fields'
import { TextField } from '../../ui/text-field'
import { showError, showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useSavePlan } from './api/plans'

/** The values of the fields; numbers are texts until they are parsed. */
type PlanValues = z.input<typeof planForm>

const amounts = ['users', 'connections', 'queues'] as const

export function PlanDialog({ plan, onClose }: { plan: PlanView | null; onClose: () => void }) {
  const { t } = useTranslation('plans')
  const save = useSavePlan(plan?.id ?? null)
  const { register, control, handleSubmit, setError, formState } = useForm<PlanValues, unknown, PlanForm>({
    resolver: zodResolver(planForm),
    mode: 'onTouched',
    defaultValues: valuesOf(plan),
  })
  const { submit, isWaiting } = useDelayedSubmit(async (values: PlanForm) => {
    try {
      await save.mutateAsync(values)
      showToast('success', t('common:saved'))
      onClose()
    } catch (error) {
      if (isRefusal(error, 'ERR_PLAN_NAME_ALREADY_EXISTS')) {
        setError('name', { message: errorText(error) }, { shouldFocus: true })
      }
      showError(error)
    }
  }, limits.adminSubmitDelay)
  const { errors } = formState
  return (
    <FormDialog
      title={plan === null ? t('new') : t('editTitle', { name: plan.name })}
      onClose={onClose}
      onSubmit={handleSubmit(submit)}
      isWaiting={isWaiting}
      isDirty={formState.isDirty}
      width={600}
    >
      <TextField label={t('name')} autoFocus error={errors.name?.message} {...register('name')} />
      <div className={formStyles.pair}>
        {[...amounts, 'value' as const].map((amount) => (
          <FormNumberField
            key={amount}
            control={control}
            name={amount}
            label={t(amount)}
            decimals={amount === 'value' ? 2 : 0}
            isPrice={amount === 'value'}
          />
        ))}
        <FormNumberField
          control={control}
          name="storageGigabytes"
          label={t('storage')}
          help={t('storageHelp')}
        />
      </div>
      <FormSwitchField control={control} name="isPublic" label={t('isPublic')} help={t('isPublicHelp')} />
      {planFlags.map((flag) => (
        <FormSwitchField key={flag} control={control} name={flag} label={t(`flag.${flag}`)} />
      ))}
    </FormDialog>
  )
}

/** The preset storage of a new plan. It is low, because trial companies share the server's disk with all others. */
const usualGigabytes = 10

function valuesOf(plan: PlanView | null): PlanValues {
  const flags = Object.fromEntries(planFlags.map((flag) => [flag, plan?.[flag] ?? true]))
  return {
    name: plan?.name ?? '',
    users: plan?.users ?? '',
    connections: plan?.connections ?? '',
    queues: plan?.queues ?? '',
    value: plan?.value ?? '',
    campaigns: plan?.campaigns ?? null,
    schedules: plan?.schedules ?? null,
    storageGigabytes: plan === null ? usualGigabytes : plan.storageGigabytes,
    isPublic: plan?.isPublic ?? true,
    ...flags,
  }
}
