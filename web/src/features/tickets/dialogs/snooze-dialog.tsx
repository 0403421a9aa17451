import type { TicketView } from '@balcao/contract/tickets'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '../../../lib/api-error'
import { useCompanyClock } from '../../../lib/company-clock'
import { errorText } from '../../../lib/error-text'
import { suggestedDateTimes } from '../../../lib/usual-moments'
import { Button } from '../../../ui/button'
import { SelectField } from '../../../ui/choice-field'
import { DateField } from '../../../ui/date-field'
import { AppDialog } from '../../../ui/dialog'
import { showToast } from '../../../ui/toasts'
import { useDelayedSubmit } from '../../../ui/use-submit'
import { useSnoozeTicket } from '../api/change-ticket'
import { useTicketNavigation } from '../use-list-view'
import styles from './dialogs.module.css'

type Choice = 'hour' | 'tomorrow' | 'monday' | 'reply' | 'other'

const hourMs = 3_600_000
const whole = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

/** Snoozes a ticket until a time in the company's time zone, or until the customer writes. */
export function SnoozeDialog({ ticket, onClose }: { ticket: TicketView; onClose: () => void }) {
  const { t } = useTranslation('tickets')
  const formId = useId()
  const clock = useCompanyClock()
  const { leave } = useTicketNavigation()
  const [choice, setChoice] = useState<Choice>('tomorrow')
  const [openedAt] = useState(Date.now)
  const moments = [
    { name: 'hour' as const, moment: clock.toField(openedAt + hourMs) },
    ...suggestedDateTimes(clock.dayOf(openedAt)),
  ]
  const [moment, setMoment] = useState(() => clock.toField(openedAt + hourMs))
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const snooze = useSnoozeTicket(ticket)
  const { submit, isWaiting } = useDelayedSubmit(async (until: string | null) => {
    try {
      await snooze.mutateAsync(until)
    } catch (failure) {
      if (isRefusal(failure, 'ERR_SCHEDULE_IN_PAST')) setError(errorText(failure))
      return // The mutation has already shown the error.
    }
    showToast('success', t('snooze.done', { name: ticket.contact.name }))
    onClose()
    leave(ticket.uuid)
  })

  function send(event: FormEvent): void {
    event.preventDefault()
    if (choice === 'reply') return void submit(null)
    const written = moments.find(({ name }) => name === choice)?.moment ?? moment
    if (whole.test(written)) return void submit(clock.fromField(written))
    setError(t('common:required'))
    field.current?.focus()
  }

  return (
    <AppDialog
      title={t('snooze.title', { name: ticket.contact.name })}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} disabled={isWaiting}>
            {t('common:cancel')}
          </Button>
          <Button kind="primary" type="submit" form={formId} disabled={isWaiting}>
            {t('snooze.act')}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={send} noValidate>
        <SelectField<Choice>
          label={t('snooze.until')}
          help={t('snooze.meaning')}
          value={choice}
          choices={[
            ...moments.map(({ name, moment }) => ({
              value: name,
              name: `${t(`snooze.choice.${name}`)} · ${clock.shown(clock.fromField(moment))}`,
            })),
            { value: 'reply', name: t('snooze.choice.reply') },
            { value: 'other', name: t('snooze.choice.other') },
          ]}
          onChange={setChoice}
        />
        {choice === 'other' && (
          <DateField
            ref={field}
            label={t('snooze.moment')}
            hasTime
            autoFocus
            value={moment}
            error={error}
            onChange={(written) => {
              setError(undefined)
              setMoment(written)
            }}
          />
        )}
      </form>
    </AppDialog>
  )
}
