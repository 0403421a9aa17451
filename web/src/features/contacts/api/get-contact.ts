import { type ContactView, getContact } from '@balcao/contract/contacts'
import type { ContactId } from '@balcao/domain/ids'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { useLive } from '../../../lib/live'

const keyOf = (id: ContactId) => ['contacts', 'one', id]

/** One contact, updated by live events (RT-09). */
export function useContact(id: ContactId) {
  const client = useQueryClient()
  useLive('contact', (event) => {
    if (event.action === 'reload' || (event.action === 'delete' && event.contactId === id))
      void client.invalidateQueries({ queryKey: keyOf(id) })
    else if (event.action !== 'delete' && event.contact.id === id) showContact(client, event.contact)
  })
  return useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => call(getContact, { params: { contactId: id } }, { signal }),
    refetchOnMount: 'always',
  })
}

export function showContact(client: QueryClient, contact: ContactView): void {
  client.setQueryData<ContactView>(keyOf(contact.id), (known) =>
    known === undefined || known.updatedAt <= contact.updatedAt ? contact : known,
  )
}
