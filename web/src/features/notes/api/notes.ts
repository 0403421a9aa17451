import type { LiveNotePayload } from '@balcao/contract/live'
import { createNote, deleteNote, listNotes, type NoteView } from '@balcao/contract/notes'
import { reduceNotes } from '@balcao/contract/record-reducers'
import type { TicketView } from '@balcao/contract/tickets'
import type { ContactId } from '@balcao/domain/ids'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '../../../lib/api-error'
import { call } from '../../../lib/call'
import { useLiveEvent } from '../../../lib/live'
import { showError, showToast } from '../../../ui/toasts'
import { deleteStoredNoteDraft } from '../note-draft'
import { colleaguesMentionedInNote } from './colleagues'

const queryKeyOf = (contactId: ContactId) => ['notes', contactId]

/** The notes about a contact, in all tickets that this person may read; newest first, live. */
export function useNotes(contactId: ContactId) {
  const client = useQueryClient()
  useLiveEvent('note', (event) => applyEvent(client, contactId, event))
  return useQuery({
    queryKey: queryKeyOf(contactId),
    queryFn: ({ signal }) => call(listNotes, { query: { contactId } }, { signal }),
    refetchOnMount: 'always', // an unmounted list reduced no events
  })
}

function applyEvent(client: QueryClient, contactId: ContactId, event: LiveNotePayload): void {
  client.setQueryData<NoteView[]>(
    queryKeyOf(contactId),
    (notes) => notes && reduceNotes(notes, event, contactId),
  )
}

/** Adds a note to a ticket (NOTE-06), and deletes its stored draft. */
export function useAddNote({ id: ticketId, contactId }: TicketView) {
  const client = useQueryClient()
  const { t } = useTranslation('notes')
  return useMutation({
    mutationFn: async (note: string) => {
      const mentions = await colleaguesMentionedInNote(client, ticketId, note)
      return call(createNote, {
        body: { note, ticketId, contactId, ...(mentions.length > 0 && { mentions }) },
      })
    },
    onSuccess: (note) => {
      deleteStoredNoteDraft(ticketId, note.note)
      applyEvent(client, note.contactId, { action: 'create', note })
      showToast('success', t('added'))
    },
    onError: showError,
  })
}

/** Deletes a note (NOTE-07). Succeeds too if a colleague has deleted the note just before. */
export function useDeleteNote({ id: noteId, ticketId, contactId }: NoteView) {
  const client = useQueryClient()
  const { t } = useTranslation('notes')
  const forget = () => applyEvent(client, contactId, { action: 'delete', ticketId, noteId })
  return useMutation({
    mutationFn: () => call(deleteNote, { params: { noteId } }),
    onSuccess: () => {
      forget()
      showToast('success', t('deleted'))
    },
    onError: (error) => {
      if (isRefusal(error, 'ERR_NO_NOTE_FOUND')) forget()
      showError(error)
    },
  })
}
