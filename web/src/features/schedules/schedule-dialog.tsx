import type { ConnectionView } from '@balcao/contract/connections'
import {
  type ScheduleView,
  scheduleForm,
  templateScheduleForm,
  updateSchedule,
} from '@balcao/contract/schedules'
import { capabilitiesOf } from '@balcao/domain/providers'
import { mayChangeSchedule, scheduleState } from '@balcao/domain/schedules'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { Controller, useController, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { isRefusal } from '../../lib/api-error'
import { useCompanyClock } from '../../lib/company-clock'
import { errorText } from '../../lib/error-text'
import { templateFileHeaderOf } from '../../lib/header-file'
import { useConnections } from '../../lib/lists/connections'
import type { ContactChoice } from '../../lib/lists/contact-choices'
import { useMayCall } from '../../lib/session'
import { suggestedDateTimes } from '../../lib/usual-moments'
import { timeZoneName } from '../../lib/zone-words'
import { SelectField } from '../../ui/choice-field'
import { DateField } from '../../ui/date-field'
import { type ChosenFile, useChosenFilePreview } from '../../ui/file-field'
import { focusFirstError } from '../../ui/focus-first-error'
import { FormDialog } from '../../ui/form-dialog'
import { TextWithVariablesField } from '../../ui/text-with-variables'
import { showError, showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useSaveSchedule } from './api/schedules'
import { ScheduleContactField } from './contact-field'
import { SchedulePictureField, scheduleFileProblemOf, storedSchedulePicture } from './picture-field'
import { defaultSendAt } from './schedule-times'
import styles from './schedules.module.css'
import { ScheduleReplyWindowHint, ScheduleTemplateFields } from './template-part'
import { type ScheduleContentKind, useScheduleTemplateChoice } from './use-template-choice'

type Values = z.output<typeof scheduleForm>

/** The values of the fields; the time is in the company's time zone. */
type ScheduleInput = z.input<typeof scheduleForm>

interface ScheduleDialogProps {
  /** The schedule to edit; `undefined` creates a new one. */
  readonly schedule?: ScheduleView
  /** The contact that the form starts with; null for none. */
  readonly contact: ContactChoice | null
  readonly text?: string
  readonly onSaved?: () => void
  readonly onClose: () => void
}

export function ScheduleDialog({ schedule, contact, text = '', onSaved, onClose }: ScheduleDialogProps) {
  const { t, i18n } = useTranslation('schedules')
  const clock = useCompanyClock()
  const { data: known } = useConnections()
  const connections = known ?? []
  const [picture, setPicture] = useState<ChosenFile>('kept')
  const isOver = schedule !== undefined && !mayChangeSchedule(scheduleState(schedule))
  const isFixed = !useMayCall(updateSchedule) || isOver
  const { save, uploaded } = useSaveSchedule(schedule ?? null)
  const [receiver, setReceiver] = useState(contact)
  const [whatsappId, setConnection] = useState(schedule?.whatsappId ?? null)
  const connection = connectionOf(connections, whatsappId)
  const stored = schedule?.template ?? null
  const isKept = stored !== null && known === undefined
  const isOwn = connection === connectionOf(connections, schedule?.whatsappId ?? null)
  const choice = useScheduleTemplateChoice(stored, connection, { isFixed, isOwn, isKept })
  const { isTemplate, parts } = choice
  const { control, handleSubmit, setError, formState } = useForm<ScheduleInput, unknown, Values>({
    resolver: zodResolver(isTemplate || isKept ? templateScheduleForm : scheduleForm),
    mode: 'onTouched',
    defaultValues: {
      body: schedule?.sentBody ?? schedule?.body ?? text,
      contactId: contact?.id ?? null,
      sendAt: schedule === undefined ? defaultSendAt(Date.now(), clock) : clock.toField(schedule.sendAt),
      whatsappId: schedule?.whatsappId ?? null,
    },
  })
  const { field: contactField } = useController({ control, name: 'contactId' })
  const { field: timeField } = useController({ control, name: 'sendAt' })
  const { field: connectionField } = useController({ control, name: 'whatsappId' })
  const sendAt = isMoment(timeField.value) ? clock.fromField(timeField.value) : ''
  const shownFile = useChosenFilePreview(picture, storedSchedulePicture(schedule ?? null))
  const header = isTemplate ? templateFileHeaderOf(parts, connection?.provider) : null
  const takesFile = !isKept && (!isTemplate || header !== null)
  const isFileMissing = header !== null && shownFile === null
  const fileProblem =
    takesFile && picture instanceof File ? scheduleFileProblemOf(picture, header, t) : undefined
  const template = choice.toSave()
  const isIncomplete = template === undefined || isFileMissing || fileProblem !== undefined
  const { submit, isWaiting } = useDelayedSubmit(async (values: Values) => {
    if (template === undefined) return // `toSave` returns undefined for an incomplete template.
    try {
      const { sendAt } = await save({
        values: { ...values, sendAt: clock.fromField(values.sendAt) },
        template,
        picture: takesFile ? picture : 'kept',
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
  const isLimited = !isFixed && capabilitiesOf(connection?.provider ?? '').replyWindowHours !== null

  return (
    <FormDialog
      title={t(titleOf(schedule, isOver, isFixed))}
      onClose={onClose}
      onSubmit={(event) => {
        choice.askForAll()
        void (isIncomplete ? handleSubmit(focusFirstError) : handleSubmit(submit))(event)
      }}
      isWaiting={isWaiting}
      isDirty={formState.isDirty || choice.isChanged || picture !== 'kept'}
      isFixed={isFixed}
    >
      <ScheduleContactField
        start={contact}
        disabled={isFixed}
        error={errors.contactId?.message}
        onChoose={(chosen) => {
          setReceiver(chosen)
          contactField.onChange(chosen?.id ?? null)
        }}
      />
      <div className={styles.pair}>
        <div className={styles.moment}>
          <DateField
            {...timeField}
            label={t('sendAt')}
            hasTime
            help={t('zone', { timeZone: timeZoneName(clock.timeZone, i18n.language) })}
            disabled={isFixed}
            error={errors.sendAt?.message}
          />
          {!isFixed && <UsualMoments onChoose={timeField.onChange} />}
        </div>
        <SelectField<number | ''>
          label={t('connection')}
          value={connections.find(({ id }) => id === connectionField.value)?.id ?? ''}
          disabled={isFixed}
          choices={[
            { value: '', name: t('defaultConnection') },
            ...connections.map(({ id, name }) => ({ value: id, name })),
          ]}
          onChange={(chosen) => {
            const id = connections.find((one) => one.id === chosen)?.id ?? null
            setConnection(id)
            connectionField.onChange(id)
          }}
        />
      </div>
      {choice.isOffered && (
        <SelectField<ScheduleContentKind>
          label={t('kind')}
          value={choice.kind}
          choices={[
            { value: 'text', name: t('kinds.text') },
            { value: 'template', name: t('kinds.template') },
          ]}
          onChange={choice.setKind}
        />
      )}
      {isLimited && connection !== undefined && receiver !== null && (
        <ScheduleReplyWindowHint
          contactId={receiver.id}
          contactName={receiver.name}
          connection={connection}
          sendAt={sendAt}
        />
      )}
      {isTemplate ? (
        <ScheduleTemplateFields choice={choice} contact={receiver} sendAt={sendAt} file={shownFile} />
      ) : (
        <Controller
          control={control}
          name="body"
          render={({ field }) => (
            <TextWithVariablesField
              {...field}
              label={t('body')}
              error={errors.body?.message}
              disabled={isFixed || isKept}
              autoFocus={contact !== null && !isFixed}
            />
          )}
        />
      )}
      {(!isTemplate || header !== null) && (
        <SchedulePictureField
          picture={picture}
          stored={schedule ?? null}
          uploaded={uploaded}
          disabled={isFixed || isKept}
          header={header}
          error={
            fileProblem ??
            (choice.asksForAll && isFileMissing ? t('errors:ERR_TEMPLATE_SEND_file-missing') : undefined)
          }
          onChange={setPicture}
        />
      )}
    </FormDialog>
  )
}

/** Buttons for frequent times: tomorrow and next Monday at nine, in the company's time zone. */
function UsualMoments({ onChoose }: { readonly onChoose: (moment: string) => void }) {
  const { t } = useTranslation('schedules')
  const clock = useCompanyClock()
  const today = clock.dayOf(Date.now())
  return (
    <fieldset className={styles.usual}>
      <legend className="sr-only">{t('usualMoments')}</legend>
      {suggestedDateTimes(today).map(({ name, moment }) => (
        <button key={name} type="button" onClick={() => onChoose(moment)}>
          {t(`usual.${name}`)}
        </button>
      ))}
    </fieldset>
  )
}

/** The connection with this id, or the default one; undefined while the list loads, or without connections. */
function connectionOf(
  connections: readonly ConnectionView[],
  whatsappId: ConnectionView['id'] | null,
): ConnectionView | undefined {
  return connections.find(({ id, isDefault }) => (whatsappId === null ? isDefault : id === whatsappId))
}

/** Whether the text is a complete time; the field may be empty or half written. */
function isMoment(written: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(written)
}

/** The key of the title. `isOver`: sent or being sent. `isFixed`: read-only, for example on a support visit. */
function titleOf(schedule: ScheduleView | undefined, isOver: boolean, isFixed: boolean) {
  if (schedule === undefined) return 'newTitle'
  if (isOver) return schedule.isLeaving ? 'leavingTitle' : 'sentTitle'
  return isFixed ? 'seeTitle' : 'editTitle'
}
