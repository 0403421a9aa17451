import type { QueueView } from '@balcao/contract/queues'
import { type UseFormReturn, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { AssistantFields } from '../../ui/assistant-fields'
import { Button } from '../../ui/button'
import { ColourPicker } from '../../ui/colour-picker'
import { NumberField } from '../../ui/number-field'
import { OpeningHoursFields } from '../../ui/opening-hours-fields'
import { TextField } from '../../ui/text-field'
import { TextWithVariablesField } from '../../ui/text-with-variables'
import { areValidOpeningHours } from '../../ui/time-mask'
import { showToast } from '../../ui/toasts'
import type { QueueFormValues } from './api/queues'
import styles from './queue-dialog.module.css'

interface QueueDataFieldsProps {
  readonly form: UseFormReturn<QueueFormValues>
  readonly others: readonly QueueView[]
}

export function QueueDataFields({ form, others }: QueueDataFieldsProps) {
  const { t } = useTranslation('queues')
  const { register, control, formState } = form
  const { errors } = formState
  const { field: color } = useController({ control, name: 'color' })
  const { field: greeting } = useController({ control, name: 'greetingMessage' })
  const { field: order } = useController({ control, name: 'orderQueue' })
  const { field: prompt } = useController({ control, name: 'promptId' })
  const { field: integration } = useController({ control, name: 'integrationId' })
  return (
    <>
      <TextField label={t('name')} autoFocus error={errors.name?.message} {...register('name')} />
      <ColourPicker
        label={t('color')}
        error={errors.color?.message}
        taken={others.map((queue) => queue.color)}
        {...color}
      />
      <TextWithVariablesField
        label={t('greeting')}
        help={t('greetingHelp')}
        error={errors.greetingMessage?.message}
        {...greeting}
      />
      <NumberField label={t('order')} help={t('orderHelp')} error={errors.orderQueue?.message} {...order} />
      <AssistantFields prompt={prompt} integration={integration} />
    </>
  )
}

export function QueueHoursFields({ form }: { form: UseFormReturn<QueueFormValues> }) {
  const { t } = useTranslation('queues')
  const { control } = form
  const { field: hours } = useController({ control, name: 'schedules' })
  const { field: outOfHours, fieldState } = useController({ control, name: 'outOfHoursMessage' })

  /** Checks the opening hours and shows the result in a toast. Only saving the queue stores them (QUEUE-13). */
  function keep(): void {
    if (areValidOpeningHours(hours.value)) showToast('success', t('saveToKeep'))
    else showToast('error', t('common:hours.wrongTimes'))
  }

  return (
    <>
      <div>
        <p className={styles.intro}>
          {t('hoursHelp')}{' '}
          <Link to="/settings?tab=holidays" target="_blank">
            {t('holidaysLink')}
          </Link>
        </p>
        <OpeningHoursFields value={hours.value} onChange={hours.onChange} />
      </div>
      <TextWithVariablesField
        label={t('outOfHours')}
        help={t('outOfHoursHelp')}
        error={fieldState.error?.message}
        {...outOfHours}
      />
      <div>
        <Button onClick={keep}>{t('saveHours')}</Button>
      </div>
    </>
  )
}
