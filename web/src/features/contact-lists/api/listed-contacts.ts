import {
  type ContactListItemView,
  createContactListItem,
  deleteContactListItem,
  listContactListItems,
  updateContactListItem,
} from '@balcao/contract/contact-lists'
import type { LiveContactListItemPayload } from '@balcao/contract/live'
import type { NumberCheckState } from '@balcao/domain/contact-lists'
import type { ContactListId, ContactListItemId } from '@balcao/domain/ids'
import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { throttle } from '../../../lib/at-most-every'
import { call } from '../../../lib/call'
import { useLiveEvent } from '../../../lib/live'
import { showError } from '../../../ui/toasts'

const key = 'contact-list-items'
const minRefetchMs = 3_000

interface ItemsPage {
  readonly contacts: ContactListItemView[]
  readonly count: number
  readonly hasMore: boolean
}

export function useListedContacts(listId: ContactListId, search: string, state: NumberCheckState | null) {
  useItemSubscription(listId)
  return useInfiniteQuery({
    queryKey: [key, listId, search.trim(), state],
    queryFn: ({ pageParam, signal }) => {
      const filter = { searchParam: search.trim(), ...(state !== null && { state }) }
      const query = { contactListId: listId, ...filter, pageNumber: pageParam }
      return call(listContactListItems, { query }, { signal })
    },
    initialPageParam: 1,
    getNextPageParam: (page, _, pageNumber) => (page.hasMore ? pageNumber + 1 : undefined),
    select: ({ pages }) => ({
      items: [...new Map(pages.flatMap(({ contacts }) => contacts).map((item) => [item.id, item])).values()],
      count: pages.at(-1)?.count ?? 0,
    }),
    staleTime: 0,
  })
}

/** Added, removed and changed contacts of the list cause a refetch, at most every three seconds. */
function useItemSubscription(listId: ContactListId): void {
  const queries = useQueryClient()
  const reload = useRef<() => void>(() => undefined)
  useEffect(() => {
    const paced = throttle(minRefetchMs, () => void queries.invalidateQueries({ queryKey: [key, listId] }))
    reload.current = paced.call
    return paced.stop
  }, [queries, listId])
  useLiveEvent('contactListItem', (event) => {
    const changedListId = 'record' in event ? event.record.contactListId : event.contactListId
    if (changedListId !== listId) return
    queries.setQueriesData<InfiniteData<ItemsPage, number>>(
      { queryKey: [key, listId] },
      (pages) => pages && reduceListedContacts(pages, event),
    )
    reload.current()
  })
}

/** Applies a live event: replaces or removes rows that are loaded. New rows arrive with the next fetch. */
function reduceListedContacts(
  data: InfiniteData<ItemsPage, number>,
  event: LiveContactListItemPayload,
): InfiniteData<ItemsPage, number> {
  if (event.action === 'delete') {
    const without = (page: ItemsPage) => page.contacts.filter(({ id }) => id !== event.id)
    const isKnown = data.pages.some((page) => without(page).length < page.contacts.length)
    if (!isKnown) return data
    const pages = data.pages.map((page) => ({ ...page, contacts: without(page), count: page.count - 1 }))
    return { ...data, pages }
  }
  const records = event.action === 'reload' ? event.records : [event.record]
  const changed = new Map(records.map((item) => [item.id, item]))
  const reduced = (page: ItemsPage) => page.contacts.map((item) => changed.get(item.id) ?? item)
  return { ...data, pages: data.pages.map((page) => ({ ...page, contacts: reduced(page) })) }
}

interface ListedContactValues {
  readonly name: string
  readonly number: string
  readonly email: string
}

export function useSaveListedContact(listId: ContactListId, id: ContactListItemId | null) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (values: ListedContactValues) =>
      id === null
        ? call(createContactListItem, { body: { ...values, contactListId: listId } })
        : call(updateContactListItem, { params: { contactListItemId: id }, body: values }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [key, listId] }),
  })
}

export function useDeleteListedContact(listId: ContactListId) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (contactListItemId: ContactListItemId) =>
      call(deleteContactListItem, { params: { contactListItemId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [key, listId] }),
    onError: showError,
  })
}
