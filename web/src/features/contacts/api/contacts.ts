import {
  type ContactView,
  type contactForm,
  createContact,
  deleteContact,
  eraseContact,
  exportContacts,
  getContact,
  listContacts,
  listDeletedContacts,
  mergeContacts,
  previewContactMerge,
  updateContact,
} from '@balcao/contract/contacts'
import type { LiveContactPayload } from '@balcao/contract/live'
import { listTicketsOfContact } from '@balcao/contract/tickets'
import type { ContactId } from '@balcao/domain/ids'
import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { z } from 'zod'
import { throttle } from '../../../lib/at-most-every'
import { call } from '../../../lib/call'
import { useLiveEvent } from '../../../lib/live'
import { showError } from '../../../ui/toasts'

interface ContactPage {
  readonly contacts: ContactView[]
  readonly count: number
  readonly hasMore: boolean
}
type Pages = InfiniteData<ContactPage, number>

const key = ['contacts', 'list']
const listKey = (search: string, removed: boolean) => [...key, search.trim(), { removed }]
const minRefetchMs = 3_000

/** The live list of contacts that match `search`, sorted by name. `removed` asks for deleted ones (admins only). */
export function useContacts(search: string, removed: boolean) {
  useContactSubscription(search, removed)
  return useInfiniteQuery({
    queryKey: listKey(search, removed),
    queryFn: ({ pageParam, signal }) => {
      const query = { searchParam: search.trim(), pageNumber: pageParam }
      return call(removed ? listDeletedContacts : listContacts, { query }, { signal })
    },
    initialPageParam: 1,
    getNextPageParam: (page, _, pageNumber) => (page.hasMore ? pageNumber + 1 : undefined),
    select: ({ pages }) => {
      const last = pages.at(-1)
      // The map removes duplicates: a contact that is created between two page fetches shifts the rows.
      const unique = new Map(
        pages.flatMap(({ contacts }) => contacts).map((contact) => [contact.id, contact]),
      )
      return {
        // A contact that was just deleted or restored no longer matches `removed`.
        contacts: [...unique.values()].filter(({ isRemoved }) => isRemoved === removed),
        count: last?.count ?? 0,
        /** During a search, `count` covers only the pages loaded so far, so it is exact after the last page. */
        isCountExact: search.trim() === '' || last?.hasMore !== true,
      }
    },
    staleTime: 0, // an unmounted list received no events
  })
}

/** The server decides a new contact's place and the count, so both are refetched, at most every three seconds. */
function useContactSubscription(search: string, removed: boolean): void {
  const queries = useQueryClient()
  const reload = useRef<() => void>(() => undefined)
  useEffect(() => {
    const paced = throttle(minRefetchMs, () => void queries.invalidateQueries({ queryKey: key }))
    reload.current = paced.call
    return paced.stop
  }, [queries])
  useLiveEvent('contact', (event) => {
    const shown = queries.getQueryData<Pages>(listKey(search, removed))
    queries.setQueriesData<Pages>({ queryKey: key }, (pages) => pages && reduceContact(pages, event))
    if (event.action !== 'update' || changesLists(shown, removed, event.contact)) reload.current()
  })
}

/** Whether an update deleted or restored the contact, which moves it to the other list (CONTACT-16). */
function changesLists(shown: Pages | undefined, removed: boolean, { id, isRemoved }: ContactView): boolean {
  const known = shown?.pages.flatMap(({ contacts }) => contacts).find((contact) => contact.id === id)
  return known === undefined ? isRemoved === removed : isRemoved !== known.isRemoved
}

/** Replaces a contact in its place, so that rows do not jump under the pointer; a refetch sorts it. */
function reduceContact(pages: Pages, event: LiveContactPayload): Pages {
  if (event.action === 'create' || event.action === 'reload') return pages
  const changedId = event.action === 'delete' ? event.contactId : event.contact.id
  const isKnown = pages.pages.some(({ contacts }) => contacts.some(({ id }) => id === changedId))
  if (!isKnown) return pages
  return { ...pages, pages: pages.pages.map((page) => reduceIntoPage(page, event)) }
}

function reduceIntoPage(
  page: ContactPage,
  event: Exclude<LiveContactPayload, { action: 'reload' }>,
): ContactPage {
  if (event.action === 'delete') {
    const contacts = page.contacts.filter(({ id }) => id !== event.contactId)
    return { ...page, contacts, count: page.count - 1 }
  }
  const newer = (known: ContactView) =>
    known.id === event.contact.id && known.updatedAt <= event.contact.updatedAt ? event.contact : known
  return { ...page, contacts: page.contacts.map(newer) }
}

const queryKeyOf = (id: ContactId) => ['contacts', 'one', id]

export function useContact(id: ContactId) {
  const client = useQueryClient()
  useLiveEvent('contact', (event) => {
    if (event.action === 'reload' || (event.action === 'delete' && event.contactId === id))
      void client.invalidateQueries({ queryKey: queryKeyOf(id) })
    else if (event.action !== 'delete' && event.contact.id === id) showContact(client, event.contact)
  })
  return useQuery({
    queryKey: queryKeyOf(id),
    queryFn: ({ signal }) => call(getContact, { params: { contactId: id } }, { signal }),
    refetchOnMount: 'always',
  })
}

function showContact(client: QueryClient, contact: ContactView): void {
  client.setQueryData<ContactView>(queryKeyOf(contact.id), (known) =>
    known === undefined || known.updatedAt <= contact.updatedAt ? contact : known,
  )
}

/** Creates a contact, or changes the contact `id`. The server checks the number on WhatsApp (CONTACT-06). */
export function useSaveContact(id: ContactId | null) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (values: z.output<typeof contactForm>) => {
      if (id === null) return call(createContact, { body: values })
      const { number, ...others } = values
      // WhatsApp hides this contact's number: an empty field leaves it unchanged.
      const body = number === '' ? others : values
      return call(updateContact, { params: { contactId: id }, body })
    },
    onSuccess: (contact) => {
      showContact(client, contact)
      void client.invalidateQueries({ queryKey: ['contacts', 'choices'] })
    },
  })
}

/** A mutation that refetches every contact query on success, without waiting for the live event. */
function useContactMutation<Input, Answer>(act: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['contacts'] }),
    onError: showError,
  })
}

export const useDeleteContact = () =>
  useContactMutation((contactId: ContactId) => call(deleteContact, { params: { contactId } }))

export const useMergeContacts = (contactId: ContactId) =>
  useContactMutation((otherContactId: ContactId) =>
    call(mergeContacts, { params: { contactId, otherContactId } }),
  )

export const useEraseContact = (contactId: ContactId) =>
  useContactMutation((confirmation: string) =>
    call(eraseContact, { params: { contactId }, body: { confirmation } }),
  )

export function useMergePreview(contactId: ContactId, otherContactId: ContactId | null) {
  return useQuery({
    queryKey: ['contacts', 'merge', contactId, otherContactId],
    queryFn: ({ signal }) =>
      call(
        previewContactMerge,
        { params: { contactId, otherContactId: otherContactId ?? contactId } },
        { signal },
      ),
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

export const fetchAllContacts = () => call(exportContacts)
