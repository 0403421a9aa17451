import type { ConnectionId, TicketId } from '@balcao/domain/ids'
import type { AutomaticTextName, Rating, TicketHistoryKind } from '@balcao/domain/tickets'
import type { CompanyWork } from '../../../platform/work'
import { ticketFactsOfRow } from '../ticket-facts'
import { ticketHistoryChanged } from '../tickets.events'
import type { TicketRow, TicketViewRow } from '../tickets.queries'
import { readTicketViewRows } from '../tickets.read'
import { insertTicketEvents } from './ticket-events.queries'

/** An entry to write into a ticket's history. `ticket` is the row after the change. */
export interface NewHistoryEntry {
  readonly ticket: TicketRow
  readonly kind: TicketHistoryKind
  /** The new connection, only when the ticket moves to another one. */
  readonly connectionId?: ConnectionId | null
  /** The rating, only of an entry of kind `rated`. */
  readonly rating?: Rating
  /** Only of `created`: the ticket was created closed, for a message that we sent first. Statistics skip it. */
  readonly isOutbound?: boolean
  /** The name of the text, only of an entry of kind `unsent`. */
  readonly unsent?: AutomaticTextName
}

/** Writes the entries, and returns their ids in order. `recordHistoryEntry` then publishes each. */
export async function insertHistoryEntries(
  work: CompanyWork,
  entries: readonly NewHistoryEntry[],
): Promise<number[]> {
  if (entries.length === 0) return []
  const rows = await work.db.rows(insertTicketEvents, {
    ticketIds: entries.map(({ ticket }) => ticket.id),
    kinds: entries.map(({ kind }) => kind),
    userIds: entries.map(({ ticket }) => ticket.user_id),
    queueIds: entries.map(({ ticket }) => ticket.queue_id),
    connectionIds: entries.map(({ connectionId }) => connectionId ?? null),
    ratings: entries.map(({ rating }) => rating ?? null),
    areOutbound: entries.map(({ isOutbound }) => isOutbound ?? false),
    unsent: entries.map(({ unsent }) => unsent ?? null),
    byUserId: work.actor.kind === 'person' ? work.actor.userId : null,
    at: work.now,
  })
  return rows.map(({ id }) => id)
}

/** Writes and publishes the entries. Returns the tickets after the change. */
export async function addHistoryEntries(
  work: CompanyWork,
  entries: readonly NewHistoryEntry[],
): Promise<ReadonlyMap<TicketId, TicketViewRow>> {
  const ticketIds = [...new Set(entries.map(({ ticket }) => ticket.id))]
  const [ids, views] = await Promise.all([
    insertHistoryEntries(work, entries),
    readTicketViewRows(work, ticketIds),
  ])
  for (const [at, entry] of entries.entries()) {
    const view = views.get(entry.ticket.id)
    if (view !== undefined) recordHistoryEntry(work, entry, ids[at] ?? 0, view)
  }
  return views
}

/** Writes into the tickets' histories that automatic texts were left out, because the reply window was closed. */
export async function recordUnsentAutomaticTexts(
  work: CompanyWork,
  texts: readonly { readonly ticket: TicketRow; readonly name: AutomaticTextName }[],
): Promise<void> {
  if (texts.length === 0) return
  const entries = texts.map(({ ticket, name }): NewHistoryEntry => ({ ticket, kind: 'unsent', unsent: name }))
  await addHistoryEntries(work, entries)
}

/** Publishes an entry to pages with the conversation open. `view` is the ticket after the change. */
export function recordHistoryEntry(
  { actor, now, record }: CompanyWork,
  { ticket, kind, connectionId, rating, unsent }: NewHistoryEntry,
  id: number,
  view: TicketViewRow,
): void {
  const { user_id, queue_id } = ticket
  record(ticketHistoryChanged, {
    facts: ticketFactsOfRow(ticket),
    event: {
      id,
      ticketId: ticket.id,
      kind,
      at: now.toISOString(),
      rating: rating ?? null,
      unsent: unsent ?? null,
      by: actor.kind === 'person' ? { id: actor.userId, name: actor.name } : null,
      user: user_id === null ? null : { id: user_id, name: view.user_name ?? '' },
      queue:
        queue_id === null
          ? null
          : { id: queue_id, name: view.queue_name ?? '', color: view.queue_color ?? '' },
      connection: connectionId == null ? null : { id: connectionId, name: view.connection_name ?? '' },
    },
  })
}
