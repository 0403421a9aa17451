import { editMessage, type MessageView } from '@balcao/contract/messages'
import type { TicketId } from '@balcao/domain/ids'
import { useSyncExternalStore } from 'react'
import { removeDraftTexts, storeDraftText, storedDraftText } from '../../lib/kept-texts'
import { observable } from '../../lib/observable'
import { onSignOut } from '../../lib/session'
import { clearUnsentFileCounts, setUnsentFileCount } from '../../lib/waiting-files'
import { hasUnsentMessages, moveOutgoingMessages } from './outbox'
import { moveRecording } from './recorder/recordings'

export interface DraftAttachment {
  readonly id: string
  readonly file: File
  readonly caption: string
}

export interface MessageDraft {
  readonly text: string
  readonly quoted: MessageView | null
  readonly attachments: readonly DraftAttachment[]
}

export const emptyMessageDraft: MessageDraft = { text: '', quoted: null, attachments: [] }

/** The drafts of this page. Text and quote survive a reload. Files cannot, so the browser asks before it unloads. */
const drafts = new Map<TicketId, MessageDraft>()
const changes = observable(0)
/** Maps tickets that were merged during this page's life to the tickets that remain. */
const mergedInto = new Map<TicketId, TicketId>()

onSignOut(() => {
  drafts.clear()
  mergedInto.clear()
  removeDraftTexts()
  clearUnsentFileCounts()
  publishChange()
})

// Asks before the page closes with attached files or unstored messages, which would be lost.
window.addEventListener('beforeunload', (event) => {
  const hasFiles = [...drafts.values()].some(({ attachments }) => attachments.length > 0)
  if (hasFiles || hasUnsentMessages()) event.preventDefault()
})

export function draftOf(ticketId: TicketId): MessageDraft {
  const cached = drafts.get(ticketId)
  if (cached !== undefined) return cached
  const text = storedDraftText(ticketId)
  const quoted = keptQuote(ticketId)
  if (text === '' && quoted === null) return emptyMessageDraft
  const read = { ...emptyMessageDraft, text, quoted }
  // Caches the draft: `useSyncExternalStore` requires the same object on each read.
  drafts.set(ticketId, read)
  return read
}

export function useDraftOf(ticketId: TicketId): MessageDraft {
  return useSyncExternalStore(changes.subscribe, () => draftOf(ticketId))
}

function publishChange(): void {
  changes.set(changes.get() + 1)
}

function keptQuote(ticketId: TicketId): MessageView | null {
  const stored = storedDraftText(ticketId, 'quote')
  if (stored === '') return null
  try {
    // A stored quote is a message, as is the answer of `editMessage`. Its generated parser works without loading zod.
    return editMessage.answer.parse(JSON.parse(stored))
  } catch {
    return null // Another version of the page stored the quote in another shape: drops it.
  }
}

export function storeDraft(ticketId: TicketId, draft: MessageDraft): void {
  storeDraftText(ticketId, draft.text)
  storeDraftText(ticketId, draft.quoted === null ? '' : JSON.stringify(draft.quoted), 'quote')
  setUnsentFileCount(ticketId, draft.attachments.length)
  if (isDraftEmpty(draft) && draft.text === '') drafts.delete(ticketId)
  else drafts.set(ticketId, draft) // A draft of only spaces is stored too, because the field shows them.
  publishChange()
}

/** Moves the draft, recording and unstored messages of a merged ticket to the ticket that remains. */
export function moveUnsentContent(from: TicketId, to: TicketId): void {
  const moved = draftOf(from)
  const there = draftOf(to)
  moveRecording(from, to)
  moveOutgoingMessages(from, to)
  storeDraft(from, emptyMessageDraft)
  mergedInto.delete(to) // Prevents an endless loop if `to` was once merged into `from`.
  mergedInto.set(from, to)
  storeDraft(to, {
    text: oneBelowOther(there.text, moved.text),
    quoted: there.quoted ?? moved.quoted,
    attachments: [...there.attachments, ...moved.attachments],
  })
}

export function addToDraft(
  ticketId: TicketId,
  { text, files }: { readonly text: string; readonly files: readonly File[] },
): void {
  const there = draftOf(ticketId)
  storeDraft(ticketId, {
    ...there,
    text: oneBelowOther(there.text, text),
    attachments: [...there.attachments, ...toDraftAttachments(files)],
  })
}

/** Puts removed files back at index `place`. If the ticket was merged meanwhile, the remaining ticket gets them. */
export function restoreAttachments(
  ticketId: TicketId,
  place: number,
  files: readonly DraftAttachment[],
): void {
  const now = remainingTicket(ticketId)
  const there = draftOf(now)
  storeDraft(now, { ...there, attachments: there.attachments.toSpliced(place, 0, ...files) })
}

function remainingTicket(ticketId: TicketId): TicketId {
  const next = mergedInto.get(ticketId)
  return next === undefined ? ticketId : remainingTicket(next)
}

export function toDraftAttachments(files: readonly File[]): readonly DraftAttachment[] {
  return files.map((file) => ({ id: crypto.randomUUID(), file, caption: '' }))
}

function oneBelowOther(...texts: readonly string[]): string {
  return texts.filter((text) => text.trim() !== '').join('\n')
}

/** Whether the draft has nothing to send; blanks alone are not sent (CONVO-18). */
export function isDraftEmpty({ text, attachments, quoted }: MessageDraft): boolean {
  return text.trim() === '' && attachments.length === 0 && quoted === null
}
