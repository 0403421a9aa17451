import { deleteNote, type NoteView } from '@balcao/contract/notes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '../../../lib/api-error'
import { call } from '../../../lib/call'
import { showError, showToast } from '../../../ui/toasts'
import { takeIn } from './list-notes'

/** Deletes a note (NOTE-07). A note that a colleague has just deleted counts as deleted. */
export function useDeleteNote({ id: noteId, ticketId, contactId }: NoteView) {
  const client = useQueryClient()
  const { t } = useTranslation('notes')
  const forget = () => takeIn(client, contactId, { action: 'delete', ticketId, noteId })
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
