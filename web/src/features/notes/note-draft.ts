import type { TicketId } from '@balcao/domain/ids'
import { keepText, keptText } from '../../lib/kept-texts'
import { observable, useObservable } from '../../lib/observable'
import { currentSession, onSession } from '../../lib/session'

/**
 * Notes being written, by their ticket: the same one in the side drawer and in the note mode of the composer. They lie apart
 * from what is being written to the customer, and survive a reload.
 */
const drafts = observable<ReadonlyMap<TicketId, string>>(new Map())

onSession(() => {
  if (currentSession().state === 'signed-out') drafts.set(new Map())
})

export function useNoteDraft(ticketId: TicketId): string {
  return useObservable(drafts).get(ticketId) ?? keptText(ticketId, 'note')
}

export function keepNoteDraft(ticketId: TicketId, text: string): void {
  keepText(ticketId, text, 'note')
  drafts.set(new Map([...drafts.get(), [ticketId, text]]))
}

/** The note is stored. What was written meanwhile, in the other place, stays. */
export function noteDraftStored(ticketId: TicketId, note: string): void {
  if (noteDraftOf(ticketId).trim() === note) keepNoteDraft(ticketId, '')
}

/** The note that is being written about one ticket is being written about the other from now on. */
export function moveNoteDraft(from: TicketId, to: TicketId): void {
  const texts = [noteDraftOf(to), noteDraftOf(from)].filter((text) => text.trim() !== '')
  keepNoteDraft(from, '')
  keepNoteDraft(to, texts.join('\n'))
}

function noteDraftOf(ticketId: TicketId): string {
  return drafts.get().get(ticketId) ?? keptText(ticketId, 'note')
}
