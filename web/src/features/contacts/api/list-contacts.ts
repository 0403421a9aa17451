import { type ContactView, listContacts, listRemovedContacts } from '@balcao/contract/contacts'
import type { LiveContact } from '@balcao/contract/live'
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { atMostEvery } from '../../../lib/at-most-every'
import { call } from '../../../lib/call'
import { useLive } from '../../../lib/live'

interface ContactPage {
  readonly contacts: ContactView[]
  readonly count: number
  readonly hasMore: boolean
}
type Pages = InfiniteData<ContactPage, number>

const key = ['contacts', 'list']
const listKey = (search: string, removed: boolean) => [...key, search.trim(), { removed }]
const restMs = 3_000

/**
 * Contacts whose name or number contains the text, by name, page by page, live. With `removed` the deleted ones, which
 * admins see.
 */
export function useContacts(search: string, removed: boolean) {
  useContactSubscription(search, removed)
  return useInfiniteQuery({
    queryKey: listKey(search, removed),
    queryFn: ({ pageParam, signal }) => {
      const query = { searchParam: search.trim(), pageNumber: pageParam }
      return call(removed ? listRemovedContacts : listContacts, { query }, { signal })
    },
    initialPageParam: 1,
    getNextPageParam: (page, _, pageNumber) => (page.hasMore ? pageNumber + 1 : undefined),
    select: ({ pages }) => ({
      // A contact that was just deleted or restored belongs to the other list.
      contacts: withoutRepeats(pages.flatMap((page) => page.contacts)).filter(
        ({ isRemoved }) => isRemoved === removed,
      ),
      count: pages.at(-1)?.count ?? 0,
    }),
    staleTime: 0, // an unmounted list received no events
  })
}

/** A contact that was created between two fetches moves the last row of one page to the next. */
function withoutRepeats(contacts: readonly ContactView[]): ContactView[] {
  return [...new Map(contacts.map((contact) => [contact.id, contact])).values()]
}

/**
 * Reduces events into the list. The position of a new contact and the count come from the server, refetched at most every
 * three seconds.
 */
function useContactSubscription(search: string, removed: boolean): void {
  const queries = useQueryClient()
  const reload = useRef<() => void>(() => undefined)
  useEffect(() => {
    const paced = atMostEvery(restMs, () => void queries.invalidateQueries({ queryKey: key }))
    reload.current = paced.call
    return paced.stop
  }, [queries])
  useLive('contact', (event) => {
    const shown = queries.getQueryData<Pages>(listKey(search, removed))
    queries.setQueriesData<Pages>({ queryKey: key }, (pages) => pages && reduceContact(pages, event))
    if (event.action !== 'update' || changesLists(shown, removed, event.contact)) reload.current()
  })
}

/** Deleting and restoring are updates that move the contact to the other list (CONTACT-16). */
function changesLists(shown: Pages | undefined, removed: boolean, { id, isRemoved }: ContactView): boolean {
  const known = shown?.pages.flatMap(({ contacts }) => contacts).find((contact) => contact.id === id)
  return known === undefined ? isRemoved === removed : isRemoved !== known.isRemoved
}

/** A changed contact keeps its place until the list is refetched: rows do not jump under the pointer. */
export function reduceContact(pages: Pages, event: LiveContact): Pages {
  if (event.action === 'create' || event.action === 'reload') return pages
  const changedId = event.action === 'delete' ? event.contactId : event.contact.id
  const isKnown = pages.pages.some(({ contacts }) => contacts.some(({ id }) => id === changedId))
  if (!isKnown) return pages
  return { ...pages, pages: pages.pages.map((page) => reduceIntoPage(page, event)) }
}

function reduceIntoPage(
  page: ContactPage,
  event: Extract<LiveContact, { action: 'update' | 'delete' | 'create' }>,
): ContactPage {
  if (event.action === 'delete') {
    const contacts = page.contacts.filter(({ id }) => id !== event.contactId)
    return { ...page, contacts, count: page.count - 1 }
  }
  const newer = (known: ContactView) =>
    known.id === event.contact.id && known.updatedAt <= event.contact.updatedAt ? event.contact : known
  return { ...page, contacts: page.contacts.map(newer) }
}
