import { type QueueView, queueForm } from '@balcao/contract/queues'
import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { isRefusal } from '../../lib/api-error'
import { errorText } from '../../lib/error-text'
import { ColourPicker } from '../../ui/colour-picker'
import { FormDialog } from '../../ui/form-dialog'
import { TextField } from '../../ui/text-field'
import { showError, showToast } from '../../ui/toasts'
import { useSubmit } from '../../ui/use-submit'
import { type QueueValues, useSaveQueue } from './api/save-queue'

const form = z.object({
  name: queueForm.shape.name,
  color: queueForm.shape.color,
  greetingMessage: z.string().max(4096, 'Too Long!'),
  orderQueue: z.string(),
})

interface QueueDialogProps {
  /** `null` makes a new one. */
  readonly queue: QueueView | null
  readonly others: readonly QueueView[]
  readonly onClose: () => void
}

export function QueueDialog({ queue, others, onClose }: QueueDialogProps) {
  const { t } = useTranslation('queues')
  const save = useSaveQueue(queue?.id ?? null)
  const { register, control, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(form),
    mode: 'onTouched',
    defaultValues: valuesOf(queue),
  })
  const { submit, isWaiting } = useSubmit(async (values: QueueValues) => {
    try {
      await save.mutateAsync(values)
      showToast('success', t('saved'))
      onClose()
    } catch (error) {
      if (isRefusal(error, 'ERR_QUEUE_COLOR_ALREADY_EXISTS')) setError('color', { message: errorText(error) })
      if (isRefusal(error, 'ERR_QUEUE_NAME_ALREADY_EXISTS')) {
        setError('name', { message: errorText(error) }, { shouldFocus: true })
      }
      showError(error)
    }
  })
  const { errors } = formState

  return (
    <FormDialog
      title={queue === null ? t('newTitle') : t('editTitle', { name: queue.name })}
      onClose={onClose}
      onSubmit={handleSubmit(submit)}
      isWaiting={isWaiting}
      isDirty={formState.isDirty}
    >
      <TextField label={t('name')} autoFocus error={errors.name?.message} {...register('name')} />
      <Controller
        control={control}
        name="color"
        render={({ field }) => (
          <ColourPicker
            label={t('color')}
            value={field.value}
            onChange={field.onChange}
            error={errors.color?.message}
            taken={others.map(({ color }) => color)}
          />
        )}
      />
      <TextField
        label={t('greeting')}
        help={t('greetingHelp')}
        multiline
        minRows={3}
        maxRows={8}
        error={errors.greetingMessage?.message}
        {...register('greetingMessage')}
      />
      <TextField
        label={t('order')}
        help={t('orderHelp')}
        type="number"
        inputProps={{ min: 0, max: 10_000 }}
        error={errors.orderQueue?.message}
        {...register('orderQueue')}
      />
    </FormDialog>
  )
}

function valuesOf(queue: QueueView | null): QueueValues {
  return {
    name: queue?.name ?? '',
    color: queue?.color ?? '',
    greetingMessage: queue?.greetingMessage ?? '',
    orderQueue: queue?.orderQueue?.toString() ?? '',
  }
}
