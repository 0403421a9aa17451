import { closeMovedTickets, liveTicketIdsOfContacts } from '../../features/tickets/move-in.queries'
import type { StepContext } from './step'

/** The tickets that stay live, by their ids in the source, and by their ids here if they have moved. */
export interface LiveTickets {
  readonly ids: ReadonlySet<string>
  readonly targets: ReadonlySet<number>
}

/** A ticket of the source may have been merged here into another ticket that stays live. */
export function isMergedIntoLive(live: LiveTickets | undefined, id: string, target: number): boolean {
  return live?.targets.has(target) === true && !live.ids.has(id)
}

/**
 * Chooses one live ticket for each contact, because two contacts of the source may be one here. `live` has the
 * best first. Closes moved tickets that are no longer live in the source, so that others of the same contacts
 * can be opened.
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
