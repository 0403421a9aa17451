import type { TicketId } from '@balcao/domain/ids'
import { storeDraftText, storedDraftText } from '../../lib/kept-texts'
import { observable, useObservable } from '../../lib/observable'
import { onSignOut } from '../../lib/session'

const drafts = observable<ReadonlyMap<TicketId, string>>(new Map())

onSignOut(() => drafts.set(new Map()))

export function useNoteDraft(ticketId: TicketId): string {
  return useObservable(drafts).get(ticketId) ?? storedDraftText(ticketId, 'note')
}

export function storeNoteDraft(ticketId: TicketId, text: string): void {
  storeDraftText(ticketId, text, 'note')
  drafts.set(new Map([...drafts.get(), [ticketId, text]]))
}

/** Deletes the draft of a stored note, unless the user has changed the text meanwhile. */
export function deleteStoredNoteDraft(ticketId: TicketId, note: string): void {
  if (noteDraftOf(ticketId).trim() === note) storeNoteDraft(ticketId, '')
}

/** Moves the draft of a note from a merged ticket to the ticket that remains. */
export function moveNoteDraft(from: TicketId, to: TicketId): void {
  const texts = [noteDraftOf(to), noteDraftOf(from)].filter((text) => text.trim() !== '')
  storeNoteDraft(from, '')
  storeNoteDraft(to, texts.join('\n'))
}

function noteDraftOf(ticketId: TicketId): string {
  return drafts.get().get(ticketId) ?? storedDraftText(ticketId, 'note')
}
