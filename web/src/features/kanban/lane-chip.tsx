import { useDroppable } from '@dnd-kit/core'
import styles from './kanban.module.css'
import type { Lane } from './shown-lane'

interface LaneChipProps {
  readonly lane: Lane
  readonly count: number
  readonly isShown: boolean
  readonly onShow: () => void
}

/** A lane on a phone: a touch shows its cards, and a card can be dropped on it. */
export function LaneChip({ lane, count, isShown, onShow }: LaneChipProps) {
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
