import type { LiveNote } from '@balcao/contract/live'
import { listNotes, type NoteView } from '@balcao/contract/notes'
import { reduceNote } from '@balcao/contract/record-reducers'
import type { ContactId } from '@balcao/domain/ids'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { useLive } from '../../../lib/live'

const keyOf = (contactId: ContactId) => ['notes', contactId]

/** The notes about a contact, in all tickets that this person may read; newest first, live. */
export function useNotes(contactId: ContactId) {
  const client = useQueryClient()
  useLive('note', (event) => takeIn(client, contactId, event))
  return useQuery({
    queryKey: keyOf(contactId),
    queryFn: ({ signal }) => call(listNotes, { query: { contactId } }, { signal }),
    refetchOnMount: 'always', // an unmounted list reduced no events
  })
}

export function takeIn(client: QueryClient, contactId: ContactId, event: LiveNote): void {
  client.setQueryData<NoteView[]>(keyOf(contactId), (notes) => notes && reduceNote(notes, event, contactId))
}
