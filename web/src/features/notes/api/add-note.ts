import { createNote } from '@balcao/contract/notes'
import type { TicketView } from '@balcao/contract/tickets'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/call'
import { showError, showToast } from '../../../ui/toasts'
import { noteDraftStored } from '../note-draft'
import { namedInNote } from './colleagues'
import { takeIn } from './list-notes'

/** Adds a note to a ticket, with a toast (NOTE-06). Deletes its draft, also when another view is open by then. */
export function useAddNote({ id: ticketId, contactId }: TicketView) {
  const client = useQueryClient()
  const { t } = useTranslation('notes')
  return useMutation({
    mutationFn: async (note: string) => {
      const mentions = await namedInNote(client, ticketId, note)
      return call(createNote, {
        body: { note, ticketId, contactId, ...(mentions.length > 0 && { mentions }) },
      })
    },
    onSuccess: (note) => {
      noteDraftStored(ticketId, note.note)
      takeIn(client, note.contactId, { action: 'create', note })
      showToast('success', t('added'))
    },
    onError: showError,
  })
}
