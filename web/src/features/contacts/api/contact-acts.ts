import {
  deleteContact,
  eraseContact,
  exportContacts,
  mergeContacts,
  mergePreview,
} from '@balcao/contract/contacts'
import { listTicketsOfContact } from '@balcao/contract/tickets'
import type { ContactId } from '@balcao/domain/ids'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { showError } from '../../../ui/toasts'

/** Deleted contacts leave the lists at once, before or after the event. */
function useContactMutation<Input, Answer>(act: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['contacts'] }),
    onError: showError,
  })
}

export function useDeleteContact() {
  return useContactMutation((contactId: ContactId) => call(deleteContact, { params: { contactId } }))
}

export function useMergeContacts(contactId: ContactId) {
  return useContactMutation((otherContactId: ContactId) =>
    call(mergeContacts, { params: { contactId, otherContactId } }),
  )
}

export function useEraseContact(contactId: ContactId) {
  return useContactMutation((confirmation: string) =>
    call(eraseContact, { params: { contactId }, body: { confirmation } }),
  )
}

/** A preview of the merge; fetched once the other contact is chosen. */
export function useMergePreview(contactId: ContactId, otherContactId: ContactId | null) {
  return useQuery({
    queryKey: ['contacts', 'merge', contactId, otherContactId],
    queryFn: ({ signal }) =>
      call(mergePreview, { params: { contactId, otherContactId: otherContactId ?? contactId } }, { signal }),
    enabled: otherContactId !== null,
    staleTime: 0,
  })
}

export function useTicketsOfContact(contactId: ContactId) {
  return useInfiniteQuery({
    queryKey: ['tickets', 'of-contact', contactId],
    queryFn: ({ pageParam, signal }) =>
      call(listTicketsOfContact, { params: { contactId }, query: { pageNumber: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (page, _, pageNumber) => (page.hasMore ? pageNumber + 1 : undefined),
    select: ({ pages }) => pages.flatMap(({ tickets }) => tickets),
    refetchOnMount: 'always',
  })
}

export const fetchPeople = () => call(exportContacts)
