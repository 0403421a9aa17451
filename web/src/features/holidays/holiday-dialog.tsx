import { type HolidayForm, type HolidayView, holidayForm } from '@balcao/contract/holidays'
import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { DateField } from '../../ui/date-field'
import { FormDialog } from '../../ui/form-dialog'
import { TextField } from '../../ui/text-field'
import { showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useDeleteHoliday, useSaveHolidays } from './api/holidays'

export function HolidayDialog({ holiday, onClose }: { holiday: HolidayView | null; onClose: () => void }) {
  const { t } = useTranslation('holidays')
  const keep = useSaveHolidays()
  const remove = useDeleteHoliday()
  const { register, control, handleSubmit, formState } = useForm({
    resolver: zodResolver(holidayForm),
    mode: 'onTouched',
    defaultValues: { day: holiday?.day ?? '', name: holiday?.name ?? '' },
  })
  const { submit, isWaiting } = useDelayedSubmit(async (values: HolidayForm) => {
    await keep.mutateAsync([values])
    // The day identifies a holiday, so a changed day deletes the old holiday.
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
      <Controller
        control={control}
        name="day"
        render={({ field }) => (
          <DateField
            ref={field.ref}
            label={t('day')}
            autoFocus
            value={field.value}
            error={errors.day && t('dayWrong')}
            onChange={field.onChange}
            onBlur={field.onBlur}
          />
        )}
      />
      <TextField label={t('name')} error={errors.name?.message} {...register('name')} />
    </FormDialog>
  )
}
