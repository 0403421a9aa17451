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
import type { Dragged } from './card'
import type { Lane } from './shown-lane'

/** The lane under the pointer; with the keyboard, the lane that the card covers. */
export const laneUnder: CollisionDetection = (args) =>
  args.pointerCoordinates === null ? rectIntersection(args) : pointerWithin(args)

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** The left and right arrow keys carry a card from lane to lane. */
export const toNextLane: KeyboardCoordinateGetter = (event, { context }) => {
  const step = steps[event.code]
  if (step === undefined) return undefined
  event.preventDefault()
  const { droppableRects, over } = context
  const inOrder = [...droppableRects].sort(([, a], [, b]) => a.left - b.left)
  const next = inOrder[inOrder.findIndex(([id]) => id === over?.id) + step]?.[1]
  return next && { x: next.left + 8, y: next.top + 52 }
}

/** The announcements of a screen reader while a card is carried. */
export function useDragWords() {
  const { t } = useTranslation('kanban')
  const nameOf = (active: Active) => (active.data.current as Dragged).ticket.contact.name // the card sets this data
  const laneOf = (over: Over | null) => (over?.data.current as { lane: Lane } | undefined)?.lane.name // the lane sets this data
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
