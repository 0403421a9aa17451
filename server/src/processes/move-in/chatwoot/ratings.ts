import { insertMovedNotes } from '../../../features/notes/move-in.queries'
import {
  assignUsersOfMovedEvents,
  contactsOfTickets,
  insertMovedTicketEvents,
} from '../../../features/tickets/move-in.queries'
import { createLateUserAssigner, recordMissingUser } from '../late-users'
import type { MoveInBatch } from '../piece'
import { createRowStep, type SourceRow } from '../step'
import { textOf, timeOf, timestampsOf } from '../values'
import { convertRating } from '../whaticket/history'
import { chatwootReadingSpec } from './office'

/** Moves ratings from Chatwoot's scale of 1 to 5 to ours of 1 to 3. The customer's words become a note. */
export const ratingsStep = createRowStep({
  name: 'ratings',
  kind: 'rating',
  reading: chatwootReadingSpec(
    'csat_survey_responses',
    'conversation_id assigned_agent_id rating feedback_message',
  ),
  target: 'ticket_events',
  insert: insertMovedTicketEvents,
  refs: (row) => [
    ['ticket', textOf(row, 'conversation_id')],
    ['user', textOf(row, 'assigned_agent_id')],
    ['ratingWords', textOf(row, 'id')],
  ],
  row(row, { piece }) {
    const ticketId = piece.ref('ticket', textOf(row, 'conversation_id'))
    const rating = convertRating(Number(row.rating), true)
    if (ticketId === null) return 'ticket-missing'
    if (rating === null) return 'no-rating'
    recordMissingUser(piece, 'rating', row, 'assigned_agent_id')
    return {
      ticket_id: ticketId,
      kind: 'rated',
      at: timeOf(row, 'created_at', piece.work.now),
      user_id: piece.ref('user', textOf(row, 'assigned_agent_id')),
      rating,
    }
  },
  after: insertWords,
  async known(piece, rows) {
    await createLateUserAssigner('rating', assignUsersOfMovedEvents, 'assigned_agent_id')(piece, rows)
    await insertWords(piece, rows) // also for ratings that moved earlier: a customer may add words later
  },
})

async function insertWords(piece: MoveInBatch, rows: readonly SourceRow[]): Promise<void> {
  const fresh = rows.filter(
    (row) =>
      textOf(row, 'feedback_message').trim() !== '' && piece.ref('ratingWords', textOf(row, 'id')) === null,
  )
  if (fresh.length === 0) return
  const tickets = await piece.work.db.rows(contactsOfTickets, {
    ids: fresh.flatMap((row) => piece.ref('ticket', textOf(row, 'conversation_id')) ?? []),
  })
  const contactIds = new Map(tickets.map(({ id, contact_id }) => [id, contact_id]))
  const ids = await piece.newIds('ticket_notes', fresh.length)
  const made = fresh.flatMap((row, at) => {
    const ticketId = piece.ref('ticket', textOf(row, 'conversation_id')) ?? 0
    const contactId = contactIds.get(ticketId)
    if (contactId === undefined) return []
    piece.became('ratingWords', textOf(row, 'id'), ids[at] ?? 0)
    const note = textOf(row, 'feedback_message').trim()
    return [
      {
        id: ids[at],
        ...{ ticket_id: ticketId, contact_id: contactId, user_id: null, note, mentions: [] },
        ...timestampsOf(row, piece),
      },
    ]
  })
  await piece.insert(insertMovedNotes, made)
}
