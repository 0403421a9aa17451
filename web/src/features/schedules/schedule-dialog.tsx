import { type ScheduleView, scheduleForm, updateSchedule } from '@balcao/contract/schedules'
import { mayChangeSchedule, scheduleState } from '@balcao/domain/schedules'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { isRefusal } from '../../lib/api-error'
import { type CompanyClock, useCompanyClock } from '../../lib/company-clock'
import { errorText } from '../../lib/error-text'
import { useConnections } from '../../lib/lists/connections'
import type { ContactChoice } from '../../lib/lists/contact-choices'
import { useMayCall } from '../../lib/session'
import { usualMoments } from '../../lib/usual-moments'
import { zoneWords } from '../../lib/zone-words'
import { ChoiceField } from '../../ui/choice-field'
import { DateField } from '../../ui/date-field'
import { FormDialog } from '../../ui/form-dialog'
import { TextWithVariables } from '../../ui/text-with-variables'
import { showError, showToast } from '../../ui/toasts'
import { useSubmit } from '../../ui/use-submit'
import { type Picture, useSaveSchedule } from './api/schedules'
import { ContactField } from './contact-field'
import { PictureField } from './picture-field'
import { defaultSendAt } from './schedule-times'
import styles from './schedules.module.css'

type Values = z.output<typeof scheduleForm>

/** The values of the fields: the time in the company's zone, no contact until one is chosen. */
type ScheduleInput = z.input<typeof scheduleForm>

interface ScheduleDialogProps {
  /** The schedule to edit; `undefined` creates a new one. */
  readonly schedule?: ScheduleView
  /** The preset contact. */
  readonly contact: ContactChoice | null
  /** The initial text of a new one. */
  readonly text?: string
  readonly onSaved?: () => void
  readonly onClose: () => void
}

/** A message to a contact at a future time (SCHED-03 to SCHED-08). A sent one is read-only. */
export function ScheduleDialog({ schedule, contact, text = '', onSaved, onClose }: ScheduleDialogProps) {
  const { t, i18n } = useTranslation('schedules')
  const clock = useCompanyClock()
  const { data: connections = [] } = useConnections()
  const [picture, setPicture] = useState<Picture>('kept')
  const isOver = schedule !== undefined && !mayChangeSchedule(scheduleState(schedule))
  const isFixed = !useMayCall(updateSchedule) || isOver
  const { save, uploaded } = useSaveSchedule(schedule ?? null)
  const { control, handleSubmit, setError, formState } = useForm<ScheduleInput, unknown, Values>({
    resolver: zodResolver(scheduleForm),
    mode: 'onTouched',
    defaultValues: inputOf(schedule, contact, text, clock),
  })
  const { submit, isWaiting } = useSubmit(async (values: Values) => {
    try {
      const { sendAt } = await save({
        values: { ...values, sendAt: clock.fromField(values.sendAt) },
        picture,
      })
      showToast('success', t('saved', { moment: clock.shown(sendAt) }))
      onSaved?.()
      onClose()
    } catch (error) {
      if (isRefusal(error, 'ERR_SCHEDULE_IN_PAST'))
        setError('sendAt', { message: errorText(error) }, { shouldFocus: true })
      showError(error)
    }
  })
  const { errors } = formState

  return (
    <FormDialog
      title={t(titleOf(schedule, isOver, isFixed))}
      onClose={onClose}
      onSubmit={handleSubmit(submit)}
      isWaiting={isWaiting}
      isDirty={formState.isDirty || picture !== 'kept'}
      isFixed={isFixed}
    >
      <Controller
        control={control}
        name="contactId"
        render={({ field }) => (
          <ContactField
            start={contact}
            disabled={isFixed}
            error={errors.contactId?.message}
            onChoose={(chosen) => field.onChange(chosen?.id ?? null)}
          />
        )}
      />
      <Controller
        control={control}
        name="body"
        render={({ field }) => (
          <TextWithVariables
            ref={field.ref}
            label={t('body')}
            value={field.value}
            error={errors.body?.message}
            disabled={isFixed}
            autoFocus={contact !== null && !isFixed}
            onChange={field.onChange}
            onBlur={field.onBlur}
          />
        )}
      />
      <div className={styles.pair}>
        <Controller
          control={control}
          name="sendAt"
          render={({ field }) => (
            <div className={styles.moment}>
              <DateField
                ref={field.ref}
                label={t('sendAt')}
                hasTime
                help={t('zone', { timeZone: zoneWords(clock.timeZone, i18n.language) })}
                disabled={isFixed}
                value={field.value}
                error={errors.sendAt?.message}
                onChange={field.onChange}
                onBlur={field.onBlur}
              />
              {!isFixed && <UsualMoments onChoose={field.onChange} />}
            </div>
          )}
        />
        <Controller
          control={control}
          name="whatsappId"
          render={({ field }) => (
            <ChoiceField<number | ''>
              label={t('connection')}
              value={connections.find(({ id }) => id === field.value)?.id ?? ''}
              disabled={isFixed}
              choices={[
                { value: '', name: t('defaultConnection') },
                ...connections.map(({ id, name }) => ({ value: id, name })),
              ]}
              onChange={(chosen) => field.onChange(chosen === '' ? null : chosen)}
            />
          )}
        />
      </div>
      <PictureField
        picture={picture}
        stored={schedule ?? null}
        uploaded={uploaded}
        disabled={isFixed}
        onChange={setPicture}
      />
    </FormDialog>
  )
}

/** The most frequent times: tomorrow or Monday at opening time, in the company's time zone. */
function UsualMoments({ onChoose }: { readonly onChoose: (moment: string) => void }) {
  const { t } = useTranslation('schedules')
  const clock = useCompanyClock()
  const today = clock.dayOf(Date.now())
  return (
    <fieldset className={styles.usual}>
      <legend className="sr-only">{t('usualMoments')}</legend>
      {usualMoments(today).map(({ name, moment }) => (
        <button key={name} type="button" onClick={() => onChoose(moment)}>
          {t(`usual.${name}`)}
        </button>
      ))}
    </fieldset>
  )
}

function inputOf(
  schedule: ScheduleView | undefined,
  contact: ContactChoice | null,
  text: string,
  clock: CompanyClock,
): ScheduleInput {
  return {
    body: schedule?.sentBody ?? schedule?.body ?? text,
    contactId: contact?.id ?? null,
    sendAt: schedule === undefined ? defaultSendAt(Date.now(), clock) : clock.toField(schedule.sendAt),
    whatsappId: schedule?.whatsappId ?? null,
  }
}

/** A read-only schedule is over, is being sent, or is a colleague's during a support visit. */
function titleOf(schedule: ScheduleView | undefined, isOver: boolean, isFixed: boolean) {
  if (schedule === undefined) return 'newTitle'
  if (isOver) return schedule.isLeaving ? 'leavingTitle' : 'sentTitle'
  return isFixed ? 'seeTitle' : 'editTitle'
}
