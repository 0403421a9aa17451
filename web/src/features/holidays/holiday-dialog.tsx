import { type HolidayForm, type HolidayView, holidayForm } from '@balcao/contract/holidays'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../ui/form-dialog'
import { TextField } from '../../ui/text-field'
import { showToast } from '../../ui/toasts'
import { useSubmit } from '../../ui/use-submit'
import { useDeleteHoliday, useKeepHolidays } from './api/holidays'

interface HolidayDialogProps {
  /** `null` makes a new one. */
  readonly holiday: HolidayView | null
  readonly onClose: () => void
}

export function HolidayDialog({ holiday, onClose }: HolidayDialogProps) {
  const { t } = useTranslation('holidays')
  const keep = useKeepHolidays()
  const remove = useDeleteHoliday()
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(holidayForm),
    mode: 'onTouched',
    defaultValues: { day: holiday?.day ?? '', name: holiday?.name ?? '' },
  })
  const { submit, isWaiting } = useSubmit(async (values: HolidayForm) => {
    await keep.mutateAsync([values])
    // A holiday is its day: another day is another holiday.
    if (holiday !== null && holiday.day !== values.day) await remove.mutateAsync(holiday.id)
    showToast('success', t('common:saved'))
    onClose()
  })
  const { errors } = formState
  return (
    <FormDialog
      title={holiday === null ? t('new') : t('editOf', { name: holiday.name })}
      onClose={onClose}
      onSubmit={handleSubmit(submit)}
      isWaiting={isWaiting}
      isDirty={formState.isDirty}
      width={440}
    >
      <TextField
        label={t('day')}
        type="date"
        autoFocus
        error={errors.day && t('dayWrong')}
        {...register('day')}
      />
      <TextField label={t('name')} error={errors.name?.message} {...register('name')} />
    </FormDialog>
  )
}
