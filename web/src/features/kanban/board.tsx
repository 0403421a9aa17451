import type { TicketView } from '@balcao/contract/tickets'
import type { TicketId } from '@balcao/domain/ids'
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
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showError, showToast } from '../../ui/toasts'
import { useIsPhone } from '../../ui/use-media'
import { boardQueryKey, moveTicketToLane, useTicketCountsOfLanes } from './api/board'
import { putCardIntoCachedLanes, useBoardSubscription } from './api/use-board-subscription'
import { type DraggedCard, KanbanCardContent } from './card'
import { laneUnderPointer, nextLaneCoordinates, useDragAnnouncements } from './dragging'
import styles from './kanban.module.css'
import { LaneColumn } from './lane-column'
import { type BoardFilter, type Lane, lanesOfTicket, ticketMovedToLane } from './lanes'

/** Shows the lanes as columns. Phones show one lane, and chips above it switch to the others. */
export function KanbanBoard({ lanes, filter }: { lanes: readonly Lane[]; filter: BoardFilter }) {
  const isPhone = useIsPhone()
  const [laneId, setLaneId] = useState(0)
  const [dragged, setDragged] = useState<DraggedCard | null>(null)
  const [focusId, setFocusId] = useState<TicketId | null>(null)
  const tagLanes = lanes.flatMap(({ tag }) => (tag === null ? [] : [Number(tag.id)]))
  useBoardSubscription(filter, tagLanes)
  const counts = useTicketCountsOfLanes(filter).data
  const moveCard = useMove(filter, tagLanes)
  const onFailed = useLogLaneFailureOnce()
  const words = useDragAnnouncements()
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: nextLaneCoordinates }),
  )
  const [first] = lanes
  const shown = isPhone ? [lanes.find(({ id }) => id === laneId) ?? first].flatMap((it) => it ?? []) : lanes

  function move(ticket: TicketView, to: Lane): void {
    setFocusId(ticket.id)
    moveCard(ticket, to)
  }
  function drop({ active, over }: DragEndEvent): void {
    setDragged(null)
    // dnd-kit has no type for this data. `KanbanCard` and `LaneColumn` set it, so the casts are safe.
    const { ticket } = active.data.current as DraggedCard
    const to = over?.data.current?.lane as Lane | undefined
    if (to !== undefined) moveCard(ticket, to)
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={laneUnderPointer}
      accessibility={words}
      onDragStart={({ active }) => setDragged(active.data.current as DraggedCard)}
      onDragCancel={() => setDragged(null)}
      onDragEnd={drop}
    >
      {isPhone && (
        <div className={styles.chips}>
          {lanes.map((lane) => (
            <LaneChip
              key={lane.id}
              lane={lane}
              count={counts?.get(lane.id) ?? 0}
              isShown={lane.id === shown[0]?.id}
              onShow={() => setLaneId(lane.id)}
            />
          ))}
        </div>
      )}
      <div className={styles.lanes}>
        {shown.map((lane) => (
          <LaneColumn
            key={lane.id}
            lane={lane}
            lanes={lanes}
            filter={filter}
            count={counts?.get(lane.id) ?? 0}
            isAlone={isPhone}
            focusId={focusId}
            onMove={move}
            onFailed={onFailed}
          />
        ))}
      </div>
      <DragOverlay dropAnimation={null}>
        {dragged !== null && (
          <div className={styles.card} data-lifted>
            <KanbanCardContent ticket={dragged.ticket} />
          </div>
        )}
      </DragOverlay>
    </DndContext>
  )
}

/** Logs one line when several lanes fail together, and shows no toast (KANBAN-05). */
export function useLogLaneFailureOnce(): (error: unknown) => void {
  const hasLogged = useRef(false)
  return useCallback((error) => {
    if (hasLogged.current) return
    hasLogged.current = true
    // biome-ignore lint/suspicious/noConsole: the specification wants exactly this line (KANBAN-05)
    console.error('The board did not load.', error)
  }, [])
}

interface LaneChipProps {
  readonly lane: Lane
  readonly count: number
  readonly isShown: boolean
  readonly onShow: () => void
}

function LaneChip({ lane, count, isShown, onShow }: LaneChipProps) {
  const { setNodeRef, isOver } = useDroppable({ id: `lane:${lane.id}`, data: { lane } })
  return (
    <button
      type="button"
      ref={setNodeRef}
      className={styles.chip}
      aria-pressed={isShown}
      data-over={isOver}
      onClick={onShow}
    >
      <i className={styles.dot} style={{ background: lane.color }} />
      {lane.name} <span className={styles.count}>{count}</span>
    </button>
  )
}

function useMove(filter: BoardFilter, tagLanes: readonly number[]) {
  const { t } = useTranslation('kanban')
  const queries = useQueryClient()
  const move = useMutation({
    mutationFn: ({ ticket, to }: { ticket: TicketView; to: Lane }) =>
      moveTicketToLane(ticket.id, to.tag?.id ?? null),
    onMutate: ({ ticket, to }) =>
      putCardIntoCachedLanes(queries, filter, tagLanes, ticketMovedToLane(ticket, to, tagLanes)),
    onSuccess: (now, { ticket, to }) => {
      putCardIntoCachedLanes(queries, filter, tagLanes, now)
      const hadTag = ticket.tags.some(({ id }) => tagLanes.includes(id))
      if (hadTag) showToast('success', t('removed'))
      if (to.tag !== null) showToast('success', t('added'))
    },
    onError: (error, { ticket }) => {
      putCardIntoCachedLanes(queries, filter, tagLanes, ticket)
      showError(error)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [boardQueryKey, 'counts'] }),
  })
  return (ticket: TicketView, to: Lane) => {
    const lanes = lanesOfTicket(ticket, tagLanes)
    if (lanes.length === 1 && lanes[0] === to.id) return
    move.mutate({ ticket, to })
  }
}
