import { closeMovedTickets, liveTicketIdsOfContacts } from '../../features/tickets/move-in.queries'
import type { Statement } from '../../platform/database/statement'
import type { MoveInBatch } from './piece'
import type { SourceRow, StepContext } from './step'
import { textOf } from './values'

/** A ticket of this installation that a ticket of the source became. */
export interface MovedTicket {
  readonly id: number
  readonly contact_id: number
  readonly connection_id: number | null
  readonly is_group: boolean
}

/**
 * For each move, the tickets that were chosen to stay live: `ids` are their ids in the source, `targets` their
 * ids here if they have moved.
 */
const chosen = new WeakMap<
  StepContext,
  { readonly ids: ReadonlySet<string>; readonly targets: ReadonlySet<number> }
>()

export function isChosenAsLiveTicket(context: StepContext, id: string): boolean {
  return chosen.get(context)?.ids.has(id) === true
}

/**
 * Whether the source's ticket `id` was merged into `target`, which is live because of another ticket of the
 * source. If so, the state of `id` must not overwrite that of `target`.
 */
export function isMergedIntoLiveTicket(context: StepContext, id: string, target: number): boolean {
  return chosen.get(context)?.targets.has(target) === true && !isChosenAsLiveTicket(context, id)
}

/** Makes the ticket the contact's only live one. Returns false if the contact has another live ticket. */
export function claimLiveTicketOfContact(
  live: Map<number, number>,
  contactId: number,
  ticketId: number,
): boolean {
  const holder = live.get(contactId) ?? ticketId
  live.set(contactId, holder)
  return holder === ticketId
}

/**
 * Chooses one live ticket for each contact, because two contacts of the source may be one here. `sql` reads the
 * source's live tickets, the best first. Closes moved tickets that are no longer live in the source, so that
 * others of the same contacts can be opened.
 */
export async function chooseLiveTickets(context: StepContext, sql: string): Promise<void> {
  const live = await context.source.rows<{ id: string; contact: string | null }>(sql, [context.sourceId])
  await context.act(async (piece) => {
    await piece.look(live, ({ id, contact }) => [
      ['contact', contact],
      ['ticket', id],
    ])
    const byContact = new Map<number, string>()
    for (const { id, contact } of live) {
      const contactId = piece.ref('contact', contact)
      if (contactId !== null && !byContact.has(contactId)) byContact.set(contactId, id)
    }
    const here = await piece.work.db.rows(liveTicketIdsOfContacts, { contactIds: [...byContact.keys()] })
    const keep = [...byContact.values()].flatMap((id) => piece.ref('ticket', id) ?? [])
    await piece.work.db.run(closeMovedTickets, { ids: here.map(({ id }) => id), keep })
    chosen.set(context, { ids: new Set(byContact.values()), targets: new Set(keep) })
  })
}

/**
 * Returns one ticket, which `statement` chooses, for each contact that the rows name in this column. The map's
 * keys are contact ids of this installation.
 */
export async function ticketsByContact(
  piece: MoveInBatch,
  statement: Statement<{ contactIds: readonly number[] }, { contact_id: number; id: number }>,
  rows: readonly SourceRow[],
  column: string,
): Promise<Map<number, number>> {
  const contactIds = rows.flatMap((row) => piece.ref('contact', textOf(row, column)) ?? [])
  const found = await piece.work.db.rows(statement, { contactIds })
  return new Map(found.map(({ contact_id, id }) => [contact_id, id]))
}
