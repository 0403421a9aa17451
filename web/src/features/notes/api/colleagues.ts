import { listNoteColleagues, type NoteView } from '@balcao/contract/notes'
import type { TicketId, UserId } from '@balcao/domain/ids'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { usersKey } from '../../../lib/lists/users'
import { namedIn } from '../../../lib/mentions'

const colleaguesOf = (ticketId: TicketId) =>
  queryOptions({
    queryKey: [usersKey, 'may-open', ticketId],
    queryFn: ({ signal }) => call(listNoteColleagues, { params: { ticketId } }, { signal }),
  })

const nobody: NoteView['mentions'] = []

/** Whom a note about this ticket may name, asked for once somebody is being named. */
export function useNoteColleagues(ticketId: TicketId, text: string): NoteView['mentions'] {
  return useQuery({ ...colleaguesOf(ticketId), enabled: text.includes('@') }).data ?? nobody
}

/** Whom this note names. Rejects where that cannot be found out: a colleague who is not told would be waited for. */
export async function namedInNote(client: QueryClient, ticketId: TicketId, note: string): Promise<UserId[]> {
  if (!note.includes('@')) return []
  return namedIn(note, await client.ensureQueryData(colleaguesOf(ticketId)))
}
