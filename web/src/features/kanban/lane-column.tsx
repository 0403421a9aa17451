import type { TicketView } from '@balcao/contract/tickets'
import type { TicketId } from '@balcao/domain/ids'
import { useDroppable } from '@dnd-kit/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useInfiniteScroll } from '../../ui/list-end'
import { SkeletonRows } from '../../ui/states'
import { useLaneTickets } from './api/board'
import { KanbanCard } from './card'
import styles from './kanban.module.css'
import type { BoardFilter, Lane } from './lanes'

interface LaneColumnProps {
  readonly lane: Lane
  readonly lanes: readonly Lane[]
  readonly filter: BoardFilter
  readonly count: number
  /** True on phones, which show one lane: a chip above replaces the lane's heading, and cards are dropped on chips. */
  readonly isAlone: boolean
  readonly focusId: TicketId | null
  readonly onMove: (ticket: TicketView, to: Lane) => void
  readonly onFailed: (error: unknown) => void
}

export function LaneColumn(props: LaneColumnProps) {
  const { lane, lanes, filter, count, isAlone, focusId, onMove, onFailed } = props
  const { t } = useTranslation('kanban')
  const pages = useLaneTickets(filter, lane.id)
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  const end = useInfiniteScroll<HTMLUListElement>(pages)
  useEffect(() => {
    if (error !== null) onFailed(error)
  }, [error, onFailed])
  const { setNodeRef, isOver } = useDroppable({ id: `lane:${lane.id}`, data: { lane }, disabled: isAlone })
  const tickets = data?.pages.flatMap((page) => page.tickets) ?? []
  const shown = [...new Map(tickets.map((ticket) => [ticket.id, ticket])).values()]

  return (
    <section ref={setNodeRef} className={styles.lane} data-over={isOver} aria-label={lane.name}>
      {!isAlone && (
        <h2>
          <i className={styles.dot} style={{ background: lane.color }} />
          <span className={styles.laneName}>{lane.name}</span>
          <span className={styles.count}>
            {count}
            <span className="sr-only"> {t('cards', { count })}</span>
          </span>
        </h2>
      )}
      {isPending ? (
        <SkeletonRows rows={3} height={96} />
      ) : (
        <ul {...end}>
          {shown.map((ticket) => (
            <KanbanCard
              key={ticket.id}
              ticket={ticket}
              lane={lane}
              lanes={lanes}
              takesFocus={ticket.id === focusId}
              onMove={onMove}
            />
          ))}
          {shown.length === 0 && error === null && <li className={styles.none}>{t('noCards')}</li>}
          {hasNextPage && (
            <li className={styles.more}>
              <button type="button" onClick={() => void fetchNextPage()} disabled={isFetchingNextPage}>
                {isFetchingNextPage ? t('common:loading') : t('more')}
              </button>
            </li>
          )}
        </ul>
      )}
    </section>
  )
}
