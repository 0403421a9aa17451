import { closeMovedTickets, liveTicketIdsOfContacts } from '../../features/tickets/move-in.queries'
import type { StepContext } from './step'

/**
 * The source's tickets that stay live, by their ids in the source, and also by their ids here if they have
 * moved.
 */
export interface LiveTickets {
  readonly ids: ReadonlySet<string>
  readonly targets: ReadonlySet<number>
}

/** Whether a ticket of the source was merged here into another ticket that stays live. */
export function isMergedIntoLive(live: LiveTickets | undefined, id: string, target: number): boolean {
  return live?.targets.has(target) === true && !live.ids.has(id)
}

/**
 * Chooses one live ticket for each contact, because two contacts of the source may be one here. `ids` are the
 * source's live tickets, best first. Returns those that stay live. Also closes moved tickets that are no
 * longer live in the source, so that other tickets of the same contacts can be opened.
 */
export function chooseLiveTickets(
  context: StepContext,
  live: readonly { readonly id: string; readonly contactId: string }[],
): Promise<LiveTickets> {
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
    const here = await piece.work.db.rows(liveTicketIdsOfContacts, { contactIds: [...byContact.keys()] })
    const keep = [...byContact.values()].flatMap((id) => piece.ref('ticket', id) ?? [])
    await piece.work.db.run(closeMovedTickets, { ids: here.map(({ id }) => id), keep })
    return { ids: new Set(byContact.values()), targets: new Set(keep) }
  })
}
