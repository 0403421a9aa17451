import type { LiveMention } from '@balcao/contract/live'
import { listMentions, type MentionView, type NoteView, seeMentions } from '@balcao/contract/notes'
import { reduceMention } from '@balcao/contract/record-reducers'
import type { NoteId } from '@balcao/domain/ids'
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect } from 'react'
import { call } from '../../../lib/call'
import { useLive } from '../../../lib/live'
import { after } from '../../../lib/timers'
import { useInSight } from '../../../lib/use-in-sight'
import { useWindowFocus } from '../../../lib/window-focus'

/** On screen for this long, a note counts as seen. */
const glanceMilliseconds = 600

/** Of the conversation that is open, the notes whose beginning is on screen. */
const inSight = new Set<NoteId>()

const unseen = queryOptions({
  queryKey: ['mentions'],
  queryFn: ({ signal }) => call(listMentions, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY, // news keep it true, and a reconnect asks again
})

/** Notes that name this person, who has not seen them; newest first. Kept true by `useMentionSubscription`. */
export function useMentions(): readonly MentionView[] {
  return useQuery(unseen).data ?? []
}

/** Keeps the list true, and tells who named this person just now. Once per tab. */
export function useMentionSubscription(onNamed: (mention: MentionView) => void): void {
  const client = useQueryClient()
  useLive('mention', (event) => {
    takeIn(client, event)
    if (event.action === 'create') onNamed(event.mention)
  })
  useLive('ticket', (event) => {
    // It is gone, or may not be opened any more: then what was noted about it may not either.
    if (event.action !== 'delete' || event.reason === 'status') return
    const known = client.getQueryData(unseen.queryKey) ?? []
    if (known.some(({ note }) => note.ticketId === event.ticketId))
      void client.invalidateQueries({ queryKey: unseen.queryKey })
  })
}

/** Says that this person has seen notes. Where that fails they go on waiting. */
export function useSeeMentions() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (noteIds: readonly NoteId[]) => call(seeMentions, { body: { noteIds: [...noteIds] } }),
    onSuccess: (_, noteIds) => takeIn(client, { action: 'delete', noteIds }),
  })
}

/** Whether this person has the note before their eyes this moment. */
export function isLookedAt({ id }: NoteView): boolean {
  return document.hasFocus() && inSight.has(id)
}

/**
 * A note that waits for this person is seen once its beginning was on their screen for a moment: a paper stands in the
 * document before it is scrolled to, and a long one never fits. Never by who only spies.
 */
export function useSeenOnScreen(
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

  const isWaiting = useMentions().some(({ note }) => note.id === id)
  const isLooking = useWindowFocus()
  const { mutate } = useSeeMentions()
  const counts = isWaiting && isLooking && isInSight
  useEffect(() => (counts ? after(glanceMilliseconds, () => mutate([id])) : undefined), [counts, id, mutate])
}

function takeIn(client: QueryClient, event: LiveMention): void {
  client.setQueryData(unseen.queryKey, (known) => known && reduceMention(known, event))
}
