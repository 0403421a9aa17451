import { snoozeTicket, type TicketView } from '@balcao/contract/tickets'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '../../../lib/api-error'
import { call } from '../../../lib/call'
import { type CompanyClock, useCompanyClock } from '../../../lib/company-clock'
import { errorText } from '../../../lib/error-text'
import { Button } from '../../../ui/button'
import { ChoiceField } from '../../../ui/choice-field'
import { DateField } from '../../../ui/date-field'
import { AppDialog } from '../../../ui/dialog'
import { showError, showToast } from '../../../ui/toasts'
import { useSubmit } from '../../../ui/use-submit'
import { useTicketNavigation } from '../use-list-view'
import styles from './dialogs.module.css'

const choices = ['hour', 'tomorrow', 'monday', 'reply', 'other'] as const
type Choice = (typeof choices)[number]

const hourMs = 3_600_000
const whole = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

/** Puts off a ticket until a time of the company's clock, or until the customer writes. */
export function SnoozeDialog({ ticket, onClose }: { ticket: TicketView; onClose: () => void }) {
  const { t } = useTranslation('tickets')
  const formId = useId()
  const client = useQueryClient()
  const clock = useCompanyClock()
  const { leave } = useTicketNavigation()
  const [choice, setChoice] = useState<Choice>('tomorrow')
  const [moment, setMoment] = useState(() => momentOf('tomorrow', clock))
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const { submit, isWaiting } = useSubmit(async (until: string | null) => {
    try {
      await call(snoozeTicket, { params: { ticketId: ticket.id }, body: { until } })
      showToast('success', t('snooze.done', { name: ticket.contact.name }))
      onClose()
      leave()
    } catch (failure) {
      if (isRefusal(failure, 'ERR_SCHEDULE_IN_PAST')) setError(errorText(failure))
      showError(failure)
    } finally {
      void client.invalidateQueries({ queryKey: ['tickets'] })
    }
  })

  function send(event: FormEvent): void {
    event.preventDefault()
    if (choice === 'reply') return void submit(null)
    const written = choice === 'other' ? moment : momentOf(choice, clock)
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
        <ChoiceField
          label={t('snooze.until')}
          help={t('snooze.meaning')}
          value={choice}
          choices={choices.map((value) => ({ value, name: nameOf(value) }))}
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

  function nameOf(value: Choice): string {
    if (value === 'reply' || value === 'other') return t(`snooze.choice.${value}`)
    return `${t(`snooze.choice.${value}`)} · ${clock.shown(clock.fromField(momentOf(value, clock)))}`
  }
}

/** In the field's format and the company's zone: in an hour, or at nine of tomorrow or of the next Monday. */
function momentOf(choice: Exclude<Choice, 'reply' | 'other'>, clock: CompanyClock): string {
  const now = Date.now()
  if (choice === 'hour') return clock.toField(now + hourMs)
  const today = new Date(`${clock.dayOf(now)}T00:00:00Z`)
  const days = choice === 'tomorrow' ? 1 : (8 - today.getUTCDay()) % 7 || 7
  return `${new Date(today.getTime() + days * 24 * hourMs).toISOString().slice(0, 10)}T09:00`
}
