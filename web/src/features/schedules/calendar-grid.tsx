import type { ScheduleView } from '@balcao/contract/schedules'
import { mayChangeSchedule } from '@balcao/domain/schedules'
import type { DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { timeOfDay } from '../../lib/dates'
import { useMoveSchedule } from './api/calendar'
import styles from './calendar.module.css'
import { dayOfMoment, movedTo } from './calendar-days'

interface CalendarGridProps {
  readonly view: 'month' | 'week' | 'day'
  readonly days: readonly string[]
  /** `2026-11`: days of other months stand back. */
  readonly month: string
  readonly schedules: readonly ScheduleView[]
  readonly onOpen: (schedule: ScheduleView) => void
}

/** Days side by side; what has not been sent is drawn to another day with the mouse. The form does the same by keyboard. */
export function CalendarGrid({ view, days, month, schedules, onOpen }: CalendarGridProps) {
  const { i18n } = useTranslation()
  const move = useMoveSchedule()
  const today = dayOfMoment(Date.now())

  function drop(event: DragEvent, day: string): void {
    event.preventDefault()
    const schedule = schedules.find(({ id }) => String(id) === event.dataTransfer.getData('text/plain'))
    if (schedule === undefined || dayOfMoment(schedule.sendAt) === day) return
    move.mutate({ schedule, sendAt: movedTo(day, schedule.sendAt) })
  }

  return (
    <ol className={styles.grid} data-view={view}>
      {days.map((day) => (
        <li
          key={day}
          className={styles.day}
          data-today={day === today || undefined}
          data-other={(view === 'month' && !day.startsWith(month)) || undefined}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => drop(event, day)}
        >
          <h3>
            <span className={styles.weekday}>{shown(day, i18n.language, { weekday: 'short' })}</span>{' '}
            <time dateTime={day} title={shown(day, i18n.language, { dateStyle: 'full' })}>
              {Number(day.slice(8))}
            </time>
          </h3>
          {schedules
            .filter(({ sendAt }) => dayOfMoment(sendAt) === day)
            .map((schedule) => (
              <Entry key={schedule.id} schedule={schedule} onOpen={() => onOpen(schedule)} />
            ))}
        </li>
      ))}
    </ol>
  )
}

/** The contact and the time (SCHED-02). */
function Entry({ schedule, onOpen }: { schedule: ScheduleView; onOpen: () => void }) {
  const { t } = useTranslation('schedules')
  const { id, contact, sendAt, status, body } = schedule
  return (
    <button
      type="button"
      className={styles.entry}
      data-status={status}
      title={`${t(`statuses.${status}`)}: ${body}`}
      draggable={mayChangeSchedule(schedule)}
      onDragStart={({ dataTransfer }) => dataTransfer.setData('text/plain', String(id))}
      onClick={onOpen}
    >
      <time dateTime={sendAt}>{timeOfDay(sendAt)}</time> <span>{contact.name}</span>
      <span className="sr-only">{t(`statuses.${status}`)}</span>
    </button>
  )
}

function shown(day: string, language: string, as: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(language, as).format(new Date(`${day}T12:00`))
}
