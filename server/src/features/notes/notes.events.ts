import { channel, type LiveNote } from '@balcao/contract/live'
import type { NoteView } from '@balcao/contract/notes'
import type { NoteId } from '@balcao/domain/ids'
import { mayReadTicket, type TicketFacts } from '@balcao/domain/tickets'
import { eventKind, type Seat } from '../../platform/live/event-kind'

/** A note was written: for those who have the conversation open. */
export const noteWritten = eventKind<{ facts: TicketFacts; note: NoteView }>({
  name: 'note.written',
  reach: ({ facts, note }, seat) => {
    if (!hasItOpen(seat, facts)) return null
    const payload: LiveNote = { action: 'create', note }
    return { channel: channel.note(seat.viewer.companyId), payload }
  },
})

export const noteDeleted = eventKind<{ facts: TicketFacts; noteId: NoteId }>({
  name: 'note.deleted',
  reach: ({ facts, noteId }, seat) => {
    if (!hasItOpen(seat, facts)) return null
    const payload: LiveNote = { action: 'delete', ticketId: facts.id, noteId }
    return { channel: channel.note(seat.viewer.companyId), payload }
  },
})

function hasItOpen({ viewer, views }: Seat, facts: TicketFacts): boolean {
  return views.chatBoxes.has(facts.id) && mayReadTicket(viewer, facts)
}
