import { assignUsersOfMovedNotes, insertMovedNotes } from '../../../features/notes/move-in.queries'
import { newestTicketsOfContacts } from '../../../features/tickets/move-in.queries'
import { createLateUserAssigner, recordMissingUser } from '../late-users'
import type { MovedTicket } from '../live-tickets'
import type { MoveInBatch, SourceRowRef } from '../piece'
import { createRowStep, type SourceRow } from '../step'
import { decodeUriComponentOrSame, textOf, timestampsOf } from '../values'
import { chatwootReadingSpec } from './office'

type NewestTicket = Pick<MovedTicket, 'id' | 'contact_id'>

/** Moves notes about contacts to their newest tickets: only tickets have notes here. */
export const contactNotesStep = createRowStep({
  name: 'notes',
  kind: 'contactNote',
  reading: chatwootReadingSpec('notes', 'content contact_id user_id'),
  target: 'ticket_notes',
  insert: insertMovedNotes,
  refs: (row) => [
    ['contact', textOf(row, 'contact_id')],
    ['user', textOf(row, 'user_id')],
    ...mentionedUsers(textOf(row, 'content')),
  ],
  async gather(piece, rows): Promise<ReadonlyMap<number, NewestTicket>> {
    const contactIds = rows.flatMap((row) => piece.ref('contact', textOf(row, 'contact_id')) ?? [])
    const newest = await piece.work.db.rows(newestTicketsOfContacts, { contactIds })
    return new Map(newest.map((one) => [one.contact_id, one]))
  },
  known: createLateUserAssigner('contactNote', assignUsersOfMovedNotes, 'user_id'),
  row(row, { piece, gathered }) {
    const newest = gathered as ReadonlyMap<number, NewestTicket>
    const ticket = newest.get(piece.ref('contact', textOf(row, 'contact_id')) ?? 0)
    if (ticket === undefined) return 'ticket-missing'
    recordMissingUser(piece, 'contactNote', row, 'user_id')
    return {
      ticket_id: ticket.id,
      contact_id: ticket.contact_id,
      user_id: piece.ref('user', textOf(row, 'user_id')),
      ...noteOf(piece, textOf(row, 'content')),
      ...timestampsOf(row, piece),
    }
  },
})

/** Inserts private messages as notes. Before, the batch must look up the users they mention (`mentionedUsers`). */
export async function insertPrivateMessages(
  piece: MoveInBatch,
  rows: readonly SourceRow[],
  tickets: ReadonlyMap<number, NewestTicket>,
): Promise<void> {
  const isWritten = ({ sender_type }: SourceRow) => sender_type === 'User'
  const isFresh = (row: SourceRow) => piece.ref('note', textOf(row, 'id')) === null
  const known = rows.filter((row) => isWritten(row) && !isFresh(row))
  await createLateUserAssigner('note', assignUsersOfMovedNotes, 'sender_id')(piece, known)
  const fresh = rows.filter(isFresh)
  const ids = await piece.newIds('ticket_notes', fresh.length)
  const made = fresh.flatMap((row, at) => {
    const ticket = tickets.get(piece.ref('ticket', textOf(row, 'conversation_id')) ?? 0)
    if (ticket === undefined) return []
    piece.became('note', textOf(row, 'id'), ids[at] ?? 0)
    if (isWritten(row)) recordMissingUser(piece, 'note', row, 'sender_id')
    return {
      id: ids[at],
      ticket_id: ticket.id,
      contact_id: ticket.contact_id,
      user_id: isWritten(row) ? piece.ref('user', textOf(row, 'sender_id')) : null,
      ...noteOf(piece, textOf(row, 'content')),
      ...timestampsOf(row, piece),
    }
  })
  piece.moved += await piece.insert(insertMovedNotes, made)
}

/** Matches a mention such as `[@Rita Lima](mention://user/1/Rita%20Lima)`. */
const mention = /(?:\[@?[^\]]*\]\()?mention:\/\/(user|team)\/(\d+)\/([^)\s]+)\)?/g

/** Returns the users that the text mentions. The batch must look up their new ids before it converts the note. */
export function mentionedUsers(text: string): readonly SourceRowRef[] {
  return [...text.matchAll(mention)].flatMap(([, kind, id]) => (kind === 'user' ? [['user', id]] : []))
}

function noteOf(piece: MoveInBatch, text: string) {
  const mentions = new Map<number, { readonly id: number; readonly name: string }>()
  const note = text.replace(mention, (_whole, kind: string, sourceId: string, encoded: string) => {
    const name = decodeUriComponentOrSame(encoded)
    const id = kind === 'user' ? piece.ref('user', sourceId) : null
    if (id !== null) mentions.set(id, { id, name })
    return `@${name}`
  })
  return { note, mentions: [...mentions.values()] }
}
