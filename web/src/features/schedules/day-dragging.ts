import type { ScheduleView } from '@balcao/contract/schedules'
import {
  type Active,
  type Announcements,
  type CollisionDetection,
  type KeyboardCoordinateGetter,
  type Over,
  pointerWithin,
  rectIntersection,
} from '@dnd-kit/core'
import { useTranslation } from 'react-i18next'
import { formatCalendarDay } from './calendar-days'

/** The day under the pointer. When an entry is dragged by keyboard, the day that the entry covers. */
export const dayUnderPointer: CollisionDetection = (args) =>
  args.pointerCoordinates === null ? rectIntersection(args) : pointerWithin(args)

/** The keys for dragging a calendar entry. Enter does not lift it, because Enter opens the entry like a click. */
export const calendarDragKeys = { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter', 'Tab'] }

/** Moves a dragged entry by the arrow keys, from day to day and from week to week. */
export const nextDayCoordinates: KeyboardCoordinateGetter = (event, { context }) => {
  const { droppableRects, over } = context
  const inOrder = [...droppableRects].sort(([, a], [, b]) => a.top - b.top || a.left - b.left)
  const at = inOrder.findIndex(([id]) => id === over?.id)
  const left = inOrder[at]?.[1].left
  const isBelow = ([, rect]: (typeof inOrder)[number]) => left === undefined || Math.abs(rect.left - left) < 2
  const next = {
    ArrowRight: inOrder[at + 1],
    ArrowLeft: inOrder[at - 1],
    ArrowDown: inOrder.slice(at + 1).find(isBelow),
    ArrowUp: inOrder.slice(0, Math.max(0, at)).findLast(isBelow),
  }[event.code]
  if (!event.code.startsWith('Arrow')) return undefined
  event.preventDefault()
  return next && { x: next[1].left + 6, y: next[1].top + 28 }
}

export function useDayDragAnnouncements() {
  const { t, i18n } = useTranslation('schedules')
  // The cast is safe: `CalendarEntry` puts its schedule into the drag data.
  const nameOf = (active: Active) => (active.data.current as DraggedCalendarEntry).schedule.contact.name
  const words = (key: 'over' | 'dropped', active: Active, over: Over | null) =>
    over === null
      ? t('put', { name: nameOf(active) })
      : t(key, {
          name: nameOf(active),
          day: formatCalendarDay(String(over.id), i18n.language, { dateStyle: 'full' }),
        })
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('lifted', { name: nameOf(active) }),
    onDragOver: ({ active, over }) => (over === null ? undefined : words('over', active, over)),
    onDragEnd: ({ active, over }) => words('dropped', active, over),
    onDragCancel: ({ active }) => t('put', { name: nameOf(active) }),
  }
  return { announcements, screenReaderInstructions: { draggable: t('instructions') } }
}

export interface DraggedCalendarEntry {
  readonly schedule: ScheduleView
}
