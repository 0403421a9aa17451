import { syncTicketTags } from '@balcao/contract/ticket-tags'
import type { TicketView } from '@balcao/contract/tickets'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../../lib/call'
import { showError } from '../../../ui/toasts'

export type TicketTag = TicketView['tags'][number]

/**
 * The tags of a ticket, and their change (CONVO-24). A choice shows at once; a refusal shows the ticket's own tags again.
 * Changes are sent one after another, each with the whole list, so that the last one wins.
 */
export function useTicketTags(ticket: TicketView, onChanged: (ticket: TicketView) => void) {
  const [wanted, setWanted] = useState<readonly TicketTag[] | null>(null)
  const turns = useRef(0)
  const sync = useMutation({
    scope: { id: `tags of ticket ${ticket.id}` },
    mutationFn: (tags: readonly TicketTag[]) =>
      call(syncTicketTags, { body: { ticketId: ticket.id, tags: tags.map(({ id }) => id) } }),
    onSuccess: onChanged,
    onError: showError,
  })

  async function change(tags: readonly TicketTag[]): Promise<void> {
    turns.current += 1
    const turn = turns.current
    setWanted(tags)
    try {
      await sync.mutateAsync(tags)
    } catch {
      // The mutation has shown the reason; the ticket's own tags show again.
    } finally {
      if (turn === turns.current) setWanted(null)
    }
  }
  return { tags: wanted ?? ticket.tags, change }
}
