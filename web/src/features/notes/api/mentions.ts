import type { LiveMentionPayload } from '@balcao/contract/live'
import { listMentions, type MentionView, markMentionsSeen, type NoteView } from '@balcao/contract/notes'
import { reduceMentions } from '@balcao/contract/record-reducers'
import type { NoteId } from '@balcao/domain/ids'
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import { call } from '../../../lib/call'
import { useLiveEvent } from '../../../lib/live'
import { after } from '../../../lib/timers'
import { useWindowFocus } from '../../../lib/window-focus'

/** An element counts as fully in view from this visible fraction on, because of rounded pixels. */
const whole = 0.9

/** A note that is on screen for this long, in milliseconds, counts as seen. */
const glanceMilliseconds = 600

/** The notes of the open conversation whose first lines are on screen. */
const inSight = new Set<NoteId>()

const unseen = queryOptions({
  queryKey: ['mentions'],
  queryFn: ({ signal }) => call(listMentions, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY, // events update it, and a reconnect refetches it
})

/** The unseen notes that mention this user, newest first. `useMentionSubscription` keeps the list current. */
export function useUnseenMentions(): readonly MentionView[] {
  return useQuery(unseen).data ?? []
}

/** Applies live events to the list of mentions, and calls back with each new mention. Mount once per tab. */
export function useMentionSubscription(onNamed: (mention: MentionView) => void): void {
  const client = useQueryClient()
  useLiveEvent('mention', (event) => {
    applyEvent(client, event)
    if (event.action === 'create') onNamed(event.mention)
  })
  useLiveEvent('ticket', (event) => {
    // Skips events that leave the ticket readable: a `delete` with reason `status` only moves it to another list.
    if (event.action !== 'delete' || event.reason === 'status') return
    const known = client.getQueryData(unseen.queryKey) ?? []
    // A fetch that is running may still return notes of this ticket, so it is started again.
    const isFetching = client.isFetching({ queryKey: unseen.queryKey }) > 0
    if (isFetching || known.some(({ note }) => note.ticketId === event.ticketId))
      void client.invalidateQueries({ queryKey: unseen.queryKey })
  })
}

export function useMarkMentionsSeen() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (noteIds: readonly NoteId[]) => call(markMentionsSeen, { body: { noteIds: [...noteIds] } }),
    onSuccess: (_, noteIds) => applyEvent(client, { action: 'delete', noteIds }),
  })
}

export function isNoteOnScreen({ id }: NoteView): boolean {
  return document.hasFocus() && inSight.has(id)
}

/** Marks a mention as seen once the first line of its note was on screen for a moment; never in previews (`isPeek`). */
export function useMarkMentionSeenOnScreen(
  { id }: NoteView,
  beginning: RefObject<Element | null>,
  isPeek: boolean,
): void {
  const isInSight = useInSight(beginning) && !isPeek
  useEffect(() => {
    if (!isInSight) return
    inSight.add(id)
    return () => void inSight.delete(id)
  }, [id, isInSight])

  const isWaiting = useUnseenMentions().some(({ note }) => note.id === id)
  const hasFocus = useWindowFocus()
  const { mutate } = useMarkMentionsSeen()
  const counts = isWaiting && hasFocus && isInSight
  useEffect(() => (counts ? after(glanceMilliseconds, () => mutate([id])) : undefined), [counts, id, mutate])
}

function applyEvent(client: QueryClient, event: LiveMentionPayload): void {
  client.setQueryData(unseen.queryKey, (known) => known && reduceMentions(known, event))
}

/** Whether an element is in view and not clipped by a scroll container. */
function useInSight(element: RefObject<Element | null>): boolean {
  const [isInSight, setInSight] = useState(false)
  useEffect(() => {
    if (element.current === null) return
    const observer = new IntersectionObserver(
      (entries) => setInSight((entries.at(-1)?.intersectionRatio ?? 0) >= whole),
      { threshold: whole },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isInSight
}
