import { type contactForm, createContact, updateContact } from '@balcao/contract/contacts'
import type { ContactId } from '@balcao/domain/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../../lib/call'
import { showContact } from './get-contact'

/** Creates a contact, or changes the one with this id. The server checks the number on WhatsApp (CONTACT-06). */
export function useSaveContact(id: ContactId | null) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (values: z.output<typeof contactForm>) => {
      if (id === null) return call(createContact, { body: values })
      const { number, ...others } = values
      const body = number === '' ? others : values // a number that WhatsApp hides stays as it is
      return call(updateContact, { params: { contactId: id }, body })
    },
    onSuccess: (contact) => {
      showContact(client, contact)
      void client.invalidateQueries({ queryKey: ['contacts', 'choices'] })
    },
  })
}
