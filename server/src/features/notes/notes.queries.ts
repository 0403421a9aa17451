import type { ContactId, NoteId, TicketId, UserId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'
import { type MayReadParams, mayRead } from '../tickets/may-read-sql'

export interface NoteRow {
  id: NoteId
  note: string
  ticket_id: TicketId
  contact_id: ContactId
  user_id: UserId | null
  user_name: string | null
  created_at: Date
  updated_at: Date
}

const columns = `
  n.id, n.note, n.ticket_id, n.contact_id, n.user_id, u.name as user_name, n.created_at, n.updated_at`
const author = 'left join users u on u.company_id = n.company_id and u.id = n.user_id'

/** Newest first; null leaves the ticket, or the contact, open. */
export const readableNotes = statement<
  [...MayReadParams, ticketId: TicketId | null, contactId: ContactId | null],
  NoteRow
>(
  'notes.readable',
  `
  select ${columns}
  from ticket_notes n
  join tickets t on t.company_id = n.company_id and t.id = n.ticket_id
  ${author}
  where ${mayRead} and ($5::int is null or n.ticket_id = $5) and ($6::int is null or n.contact_id = $6)
  order by n.id desc
  `,
)

export const noteById = statement<[id: NoteId], NoteRow>(
  'notes.byId',
  `
  select ${columns} from ticket_notes n ${author} where n.id = $1
  `,
)

export const insertNote = statement<
  [ticketId: TicketId, contactId: ContactId, userId: UserId, note: string, at: Date],
  { id: NoteId }
>(
  'notes.insert',
  `
  insert into ticket_notes (company_id, ticket_id, contact_id, user_id, note, created_at, updated_at)
  values (current_company(), $1, $2, $3, $4, $5, $5)
  returning id
  `,
)

export const removeNote = statement<[id: NoteId], { id: NoteId }>(
  'notes.remove',
  `
  delete from ticket_notes where id = $1 returning id
  `,
)

export const moveNotes = statement<[from: TicketId, to: TicketId]>(
  'notes.move',
  `
  update ticket_notes set ticket_id = $2 where ticket_id = $1
  `,
)

export const giveNotesTo = statement<[from: ContactId, to: ContactId]>(
  'notes.giveTo',
  `
  update ticket_notes set contact_id = $2 where contact_id = $1
  `,
)

export const eraseNotes = statement<[contactId: ContactId]>(
  'notes.erase',
  `
  delete from ticket_notes where contact_id = $1
  `,
)
