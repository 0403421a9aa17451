import { type contactForm, createContact, updateContact } from '@balcao/contract/contacts'
import type { ContactId } from '@balcao/domain/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../../lib/call'
import { showContact } from './get-contact'

/** Creates a contact, or changes the one with this id. The number is checked on WhatsApp (CONTACT-06). */
export function useSaveContact(id: ContactId | null) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: z.output<typeof contactForm>) =>
      id === null ? call(createContact, { body }) : call(updateContact, { params: { contactId: id }, body }),
    onSuccess: (contact) => {
      showContact(client, contact)
      void client.invalidateQueries({ queryKey: ['contacts', 'choices'] })
    },
  })
}
