import type { QueueView } from '@balcao/contract/queues'
import { Controller, type UseFormReturn, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { AssistantFields } from '../../ui/assistant-fields'
import { ColourPicker } from '../../ui/colour-picker'
import { NumberField } from '../../ui/number-field'
import { TextField } from '../../ui/text-field'
import { TextWithVariablesField } from '../../ui/text-with-variables'
import type { QueueValues } from './api/queues'

interface QueueDataFieldsProps {
  readonly form: UseFormReturn<QueueValues>
  readonly others: readonly QueueView[]
}

export function QueueDataFields({ form, others }: QueueDataFieldsProps) {
  const { t } = useTranslation('queues')
  const { register, control, formState } = form
  const { errors } = formState
  const { field: prompt } = useController({ control, name: 'promptId' })
  const { field: integration } = useController({ control, name: 'integrationId' })
  return (
    <>
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
      <Controller
        control={control}
        name="greetingMessage"
        render={({ field }) => (
          <TextWithVariablesField
            ref={field.ref}
            label={t('greeting')}
            help={t('greetingHelp')}
            value={field.value}
            error={errors.greetingMessage?.message}
            onChange={field.onChange}
            onBlur={field.onBlur}
          />
        )}
      />
      <Controller
        control={control}
        name="orderQueue"
        render={({ field }) => (
          <NumberField
            ref={field.ref}
            label={t('order')}
            help={t('orderHelp')}
            value={field.value}
            error={errors.orderQueue?.message}
            onChange={field.onChange}
            onBlur={field.onBlur}
          />
        )}
      />
      <AssistantFields prompt={prompt} integration={integration} />
    </>
  )
}
