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
import type { DraggedCard } from './card'
import type { Lane } from './lanes'

/** Finds the drop target: the lane under the pointer, or below the card when the keyboard drags it. */
export const laneUnderPointer: CollisionDetection = (args) =>
  args.pointerCoordinates === null ? rectIntersection(args) : pointerWithin(args)

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** Moves a dragged card to the next lane by the left and right arrow keys. */
export const nextLaneCoordinates: KeyboardCoordinateGetter = (event, { context }) => {
  const step = steps[event.code]
  if (step === undefined) return undefined
  event.preventDefault()
  const { droppableRects, over } = context
  const inOrder = [...droppableRects].sort(([, a], [, b]) => a.left - b.left)
  const next = inOrder[inOrder.findIndex(([id]) => id === over?.id) + step]?.[1]
  return next && { x: next.left + 8, y: next.top + 52 }
}

export function useDragAnnouncements() {
  const { t } = useTranslation('kanban')
  // dnd-kit has no type for this data. `KanbanCard` sets it, so the cast is safe.
  const nameOf = (active: Active) => (active.data.current as DraggedCard).ticket.contact.name
  // `LaneColumn` sets this data, so the cast is safe.
  const laneOf = (over: Over | null) => (over?.data.current as { lane: Lane } | undefined)?.lane.name
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('lifted', { name: nameOf(active) }),
    onDragOver: ({ active, over }) => {
      const lane = laneOf(over)
      return lane === undefined ? undefined : t('over', { name: nameOf(active), lane })
    },
    onDragEnd: ({ active, over }) => {
      const lane = laneOf(over)
      const name = nameOf(active)
      return lane === undefined ? t('put', { name }) : t('dropped', { name, lane })
    },
    onDragCancel: ({ active }) => t('put', { name: nameOf(active) }),
  }
  return { announcements, screenReaderInstructions: { draggable: t('instructions') } }
}
