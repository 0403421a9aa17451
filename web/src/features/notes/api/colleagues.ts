import { listMentionableUsers, type NoteView } from '@balcao/contract/notes'
import type { TicketId, UserId } from '@balcao/domain/ids'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { usersQueryKey } from '../../../lib/lists/users'
import { mentionedUserIds } from '../../../lib/mentions'

const colleaguesOf = (ticketId: TicketId) =>
  queryOptions({
    queryKey: [usersQueryKey, 'may-open', ticketId],
    queryFn: ({ signal }) => call(listMentionableUsers, { params: { ticketId } }, { signal }),
  })

const emptyList: NoteView['mentions'] = []

/** The colleagues whom a note about this ticket may mention; fetched once the text contains an @. */
export function useMentionableColleagues(ticketId: TicketId, text: string): NoteView['mentions'] {
  return useQuery({ ...colleaguesOf(ticketId), enabled: text.includes('@') }).data ?? emptyList
}

/**
 * The ids of the colleagues whom this note mentions. Rejects if the colleagues cannot be fetched, so that the note is
 * not stored without notifying them.
 */
export async function colleaguesMentionedInNote(
  client: QueryClient,
  ticketId: TicketId,
  note: string,
): Promise<UserId[]> {
  if (!note.includes('@')) return []
  return mentionedUserIds(note, await client.ensureQueryData(colleaguesOf(ticketId)))
}
