import { type ScheduleView, updateSchedule } from '@balcao/contract/schedules'
import { mayChangeSchedule, scheduleState } from '@balcao/domain/schedules'
import { useDraggable } from '@dnd-kit/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useCompanyClock } from '../../lib/company-clock'
import { useMayCall } from '../../lib/session'
import styles from './calendar.module.css'
import type { DraggedCalendarEntry } from './day-dragging'

interface EntryProps {
  readonly schedule: ScheduleView
  /** The keyboard moved the entry here, so it takes the focus. */
  readonly takesFocus: boolean
  readonly onOpen: () => void
}

export function CalendarEntry({ schedule, takesFocus, onOpen }: EntryProps) {
  const { t } = useTranslation('schedules')
  const { id, body, sentBody } = schedule
  const state = scheduleState(schedule)
  const isFixed = !useMayCall(updateSchedule) || !mayChangeSchedule(state)
  const button = useRef<HTMLButtonElement | null>(null)
  const { attributes, listeners, setNodeRef, isDragging } = useDraggable({
    id,
    data: { schedule } satisfies DraggedCalendarEntry,
    disabled: isFixed,
  })
  useEffect(() => {
    if (takesFocus) button.current?.focus()
  }, [takesFocus])
  return (
    <button
      type="button"
      ref={(node) => {
        button.current = node
        setNodeRef(node)
      }}
      className={styles.entry}
      data-status={state}
      data-dragging={isDragging || undefined}
      title={`${t(`statuses.${state}`)}: ${sentBody ?? body}`}
      onClick={onOpen}
      {...(isFixed ? {} : { ...listeners, 'aria-describedby': attributes['aria-describedby'] })}
    >
      <CalendarEntryContent schedule={schedule} />
    </button>
  )
}

/** The content of an entry; also rendered in the overlay that follows the pointer. */
export function CalendarEntryContent({ schedule }: Pick<EntryProps, 'schedule'>) {
  const { t } = useTranslation('schedules')
  const { contact, sendAt } = schedule
  const clock = useCompanyClock()
  return (
    <>
      <time dateTime={sendAt}>{clock.timeOf(sendAt)}</time> <span>{contact.name}</span>
      <span className="sr-only">{t(`statuses.${scheduleState(schedule)}`)}</span>
    </>
  )
}
