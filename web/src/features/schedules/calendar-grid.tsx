import type { ScheduleView } from '@balcao/contract/schedules'
import type { ScheduleId } from '@balcao/domain/ids'
import { scheduleState } from '@balcao/domain/schedules'
import {
  DndContext,
  type DragEndEvent,
  DragOverlay,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCompanyClock } from '../../lib/company-clock'
import { useMoveScheduleToTime } from './api/calendar'
import styles from './calendar.module.css'
import { formatCalendarDay, groupByDay, sameTimeOnDay } from './calendar-days'
import { CalendarEntry, CalendarEntryContent } from './calendar-entry'
import {
  calendarDragKeys,
  type DraggedCalendarEntry,
  dayUnderPointer,
  nextDayCoordinates,
  useDayDragAnnouncements,
} from './day-dragging'

interface CalendarGridProps {
  readonly view: 'month' | 'week' | 'day'
  readonly days: readonly string[]
  /** The shown month, as `2026-11`. Days of other months are muted. */
  readonly month: string
  readonly schedules: readonly ScheduleView[]
  readonly onOpen: (schedule: ScheduleView) => void
  /** Opens all entries of one day. */
  readonly onDay: (day: string) => void
}

const emptyList: readonly ScheduleView[] = []
/** The maximum number of entries of a day in the month view; the week view and the day view show all. */
const shownInMonth = 6

export function CalendarGrid({ view, days, month, schedules, onOpen, onDay }: CalendarGridProps) {
  const clock = useCompanyClock()
  const move = useMoveScheduleToTime()
  const words = useDayDragAnnouncements()
  const [carried, setCarried] = useState<ScheduleView | null>(null)
  const [focusId, setFocusId] = useState<ScheduleId | null>(null)
  const entries = useMemo(() => groupByDay(schedules, clock), [schedules, clock])
  const today = clock.dayOf(Date.now())
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: nextDayCoordinates, keyboardCodes: calendarDragKeys }),
  )

  function drop({ active, over, activatorEvent }: DragEndEvent): void {
    setCarried(null)
    // The cast is safe: `CalendarEntry` puts its schedule into the drag data.
    const { schedule } = active.data.current as DraggedCalendarEntry
    const day = over === null ? clock.dayOf(schedule.sendAt) : String(over.id)
    if (day === clock.dayOf(schedule.sendAt)) return
    setFocusId(activatorEvent instanceof KeyboardEvent ? schedule.id : null)
    move.mutate({ id: schedule.id, sendAt: sameTimeOnDay(day, schedule.sendAt, clock) })
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={dayUnderPointer}
      accessibility={words}
      onDragStart={({ active }) => setCarried((active.data.current as DraggedCalendarEntry).schedule)}
      onDragCancel={() => setCarried(null)}
      onDragEnd={drop}
    >
      <ol className={styles.grid} data-view={view}>
        {days.map((day) => (
          <CalendarDay
            key={day}
            day={day}
            isToday={day === today}
            isPast={day < today}
            isOther={view === 'month' && !day.startsWith(month)}
            schedules={entries.get(day) ?? emptyList}
            most={view === 'month' ? shownInMonth : Number.POSITIVE_INFINITY}
            focusId={focusId}
            onOpen={onOpen}
            onAll={() => onDay(day)}
          />
        ))}
      </ol>
      <DragOverlay dropAnimation={null}>
        {carried !== null && (
          <div className={styles.entry} data-status={scheduleState(carried)} data-lifted>
            <CalendarEntryContent schedule={carried} />
          </div>
        )}
      </DragOverlay>
    </DndContext>
  )
}

interface CalendarDayProps {
  readonly day: string
  readonly isToday: boolean
  /** The day is past, so it accepts no entry. */
  readonly isPast: boolean
  readonly isOther: boolean
  readonly schedules: readonly ScheduleView[]
  readonly most: number
  readonly focusId: ScheduleId | null
  readonly onOpen: (schedule: ScheduleView) => void
  readonly onAll: () => void
}

function CalendarDay(props: CalendarDayProps) {
  const { day, isToday, isPast, isOther, schedules, most, focusId, onOpen, onAll } = props
  const { t, i18n } = useTranslation('schedules')
  const { setNodeRef, isOver } = useDroppable({ id: day, disabled: isPast })
  const isFull = schedules.length > most
  const shown = isFull ? schedules.slice(0, most - 1) : schedules
  return (
    <li
      ref={setNodeRef}
      className={styles.day}
      data-today={isToday || undefined}
      data-other={isOther || undefined}
      data-over={isOver || undefined}
    >
      <h3>
        <span className={styles.weekday}>{formatCalendarDay(day, i18n.language, { weekday: 'short' })}</span>{' '}
        <time dateTime={day} title={formatCalendarDay(day, i18n.language, { dateStyle: 'full' })}>
          {Number(day.slice(8))}
        </time>
      </h3>
      {shown.map((schedule) => (
        <CalendarEntry
          key={schedule.id}
          schedule={schedule}
          takesFocus={schedule.id === focusId}
          onOpen={() => onOpen(schedule)}
        />
      ))}
      {isFull && (
        <button type="button" className={styles.all} onClick={onAll}>
          {t('moreOfDay', { count: schedules.length - shown.length })}
        </button>
      )}
    </li>
  )
}
