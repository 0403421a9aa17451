import { closeMovedTickets, liveTicketsOfContacts } from '../../features/tickets/move-in.queries'
import type { StepContext } from './step'

/**
 * Of the source's live tickets, best first, the ids of those that stay live: one for each contact here, where two of the
 * source may be one. Closes moved tickets that are live no longer, so that others of their contacts can open.
 */
export function chooseLiveTickets(
  context: StepContext,
  live: readonly { readonly id: string; readonly contactId: string }[],
): Promise<ReadonlySet<string>> {
  return context.act(async (piece) => {
    await piece.look(
      live.flatMap(
        ({ id, contactId }) =>
          [
            ['contact', contactId],
            ['ticket', id],
          ] as const,
      ),
    )
    const byContact = new Map<number, string>()
    for (const { id, contactId } of live) {
      const contact = piece.ref('contact', contactId)
      if (contact !== null && !byContact.has(contact)) byContact.set(contact, id)
    }
    const here = await piece.work.db.rows(liveTicketsOfContacts, { contactIds: [...byContact.keys()] })
    const keep = [...byContact.values()].flatMap((id) => piece.ref('ticket', id) ?? [])
    await piece.work.db.run(closeMovedTickets, { ids: here.map(({ id }) => id), keep })
    return new Set(byContact.values())
  })
}
