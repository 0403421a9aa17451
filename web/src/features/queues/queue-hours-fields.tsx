import { Controller, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Button } from '../../ui/button'
import { OpeningHoursFields } from '../../ui/opening-hours-fields'
import { TextWithVariablesField } from '../../ui/text-with-variables'
import { areValidOpeningHours } from '../../ui/time-mask'
import { showToast } from '../../ui/toasts'
import type { QueueValues } from './api/queues'
import styles from './queue-dialog.module.css'

export function QueueHoursFields({ form }: { form: UseFormReturn<QueueValues> }) {
  const { t } = useTranslation('queues')
  const { control, formState, getValues } = form

  /** Validates the hours and shows the result. Only saving the queue stores them (QUEUE-13). */
  function keep(): void {
    if (areValidOpeningHours(getValues('schedules'))) showToast('success', t('saveToKeep'))
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
        <Controller
          control={control}
          name="schedules"
          render={({ field }) => <OpeningHoursFields value={field.value} onChange={field.onChange} />}
        />
      </div>
      <Controller
        control={control}
        name="outOfHoursMessage"
        render={({ field }) => (
          <TextWithVariablesField
            ref={field.ref}
            label={t('outOfHours')}
            help={t('outOfHoursHelp')}
            value={field.value}
            error={formState.errors.outOfHoursMessage?.message}
            onChange={field.onChange}
            onBlur={field.onBlur}
          />
        )}
      />
      <div>
        <Button onClick={keep}>{t('saveHours')}</Button>
      </div>
    </>
  )
}
