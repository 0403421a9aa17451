import type { TicketView } from '@balcao/contract/tickets'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showError, showToast } from '../../ui/toasts'
import { boardKey, moveTicket } from './api/board'
import { placeCard } from './api/use-board-subscription'
import { type BoardFilter, lanesOf, movedTo } from './lanes'
import type { Lane } from './shown-lane'

interface Move {
  readonly ticket: TicketView
  readonly to: Lane
}

/** Moves a card optimistically and rolls it back when the move fails (KANBAN-04, KANBAN-09). */
export function useMove(filter: BoardFilter, tagLanes: readonly number[]) {
  const { t } = useTranslation('kanban')
  const queries = useQueryClient()
  const move = useMutation({
    mutationFn: ({ ticket, to }: Move) => moveTicket(ticket.id, to.tag?.id ?? null),
    onMutate: ({ ticket, to }) => placeCard(queries, filter, tagLanes, movedTo(ticket, to, tagLanes)),
    onSuccess: (now, { ticket, to }) => {
      placeCard(queries, filter, tagLanes, now)
      const hadTag = ticket.tags.some(({ id }) => tagLanes.includes(id))
      if (hadTag) showToast('success', t('removed'))
      if (to.tag !== null) showToast('success', t('added'))
    },
    onError: (error, { ticket }) => {
      placeCard(queries, filter, tagLanes, ticket)
      showError(error)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [boardKey, 'counts'] }),
  })
  return (ticket: TicketView, to: Lane) => {
    const lanes = lanesOf(ticket, tagLanes)
    if (lanes.length === 1 && lanes[0] === to.id) return
    move.mutate({ ticket, to })
  }
}
