import { type MessageView, wireMessage } from '@balcao/contract/messages'
import type { TicketId } from '@balcao/domain/ids'
import { useSyncExternalStore } from 'react'
import { forgetTexts, keepText, keptText } from '../../lib/kept-texts'
import { observable } from '../../lib/observable'
import { currentSession, onSession } from '../../lib/session'
import { forgetWaitingFiles, tellWaitingFiles } from '../../lib/waiting-files'
import { hasUnsent, moveOutgoing } from './outbox'
import { moveRecording } from './recorder/recordings'

export interface Attachment {
  readonly id: string
  readonly file: File
  readonly caption: string
}

/** What stands in the composer of a ticket and has not been sent. */
export interface Draft {
  readonly text: string
  readonly quoted: MessageView | null
  readonly attachments: readonly Attachment[]
}

export const emptyDraft: Draft = { text: '', quoted: null, attachments: [] }

/**
 * For the life of the page: going to another ticket and back finds what was being written. Text and quote survive a
 * reload; files cannot, so the browser asks before it leaves.
 */
const drafts = new Map<TicketId, Draft>()
/** Rises when a draft is another one. */
const changes = observable(0)
/** Where the conversations of this page's life went that went on in another ticket. */
const wentTo = new Map<TicketId, TicketId>()

onSession(() => {
  if (currentSession().state !== 'signed-out') return
  drafts.clear()
  wentTo.clear()
  forgetTexts()
  forgetWaitingFiles()
  tellChange()
})

// Files that wait to be sent, and messages that the server does not have yet, go with the page: the browser asks.
window.addEventListener('beforeunload', (event) => {
  const hasFiles = [...drafts.values()].some(({ attachments }) => attachments.length > 0)
  if (hasFiles || hasUnsent()) event.preventDefault()
})

export function draftOf(ticketId: TicketId): Draft {
  const kept = drafts.get(ticketId)
  if (kept !== undefined) return kept
  const text = keptText(ticketId)
  const quoted = keptQuote(ticketId)
  if (text === '' && quoted === null) return emptyDraft
  const read = { ...emptyDraft, text, quoted }
  drafts.set(ticketId, read) // the same draft each time it is asked for, so that a composer can follow it
  return read
}

/** The same, as it changes, whoever changes it. */
export function useDraftOf(ticketId: TicketId): Draft {
  return useSyncExternalStore(changes.subscribe, () => draftOf(ticketId))
}

function tellChange(): void {
  changes.set(changes.get() + 1)
}

function keptQuote(ticketId: TicketId): MessageView | null {
  const kept = keptText(ticketId, 'quote')
  if (kept === '') return null
  try {
    return wireMessage.safeParse(JSON.parse(kept)).data ?? null // of another version of the page: better none
  } catch {
    return null
  }
}

export function keepDraft(ticketId: TicketId, draft: Draft): void {
  keepText(ticketId, draft.text)
  keepText(ticketId, draft.quoted === null ? '' : JSON.stringify(draft.quoted), 'quote')
  tellWaitingFiles(ticketId, draft.attachments.length)
  if (isEmpty(draft) && draft.text === '') drafts.delete(ticketId)
  else drafts.set(ticketId, draft) // blanks too: the field shows what was typed
  tellChange()
}

/** The conversation of one ticket goes on in another: so does what is written, recorded or on its way. Nothing that
 *  stands there is lost. */
export function moveDraft(from: TicketId, to: TicketId): void {
  const going = draftOf(from)
  const there = draftOf(to)
  moveRecording(from, to)
  moveOutgoing(from, to)
  keepDraft(from, emptyDraft)
  wentTo.delete(to) // no way leads round in a circle
  wentTo.set(from, to)
  keepDraft(to, {
    text: oneBelowOther(there.text, going.text),
    quoted: there.quoted ?? going.quoted,
    attachments: [...there.attachments, ...going.attachments],
  })
}

/** Puts words and files behind what is being written to a ticket, of which nothing is lost. */
export function addToDraft(
  ticketId: TicketId,
  { text, files }: { readonly text: string; readonly files: readonly File[] },
): void {
  const there = draftOf(ticketId)
  keepDraft(ticketId, {
    ...there,
    text: oneBelowOther(there.text, text),
    attachments: [...there.attachments, ...attachmentsOf(files)],
  })
}

/** Puts files that were taken off the attachment strip back where they stood, wherever the conversation goes on by now. */
export function putBack(ticketId: TicketId, place: number, files: readonly Attachment[]): void {
  const now = goesOnIn(ticketId)
  const there = draftOf(now)
  keepDraft(now, { ...there, attachments: there.attachments.toSpliced(place, 0, ...files) })
}

function goesOnIn(ticketId: TicketId): TicketId {
  const next = wentTo.get(ticketId)
  return next === undefined ? ticketId : goesOnIn(next)
}

/** Files that were just chosen, without captions. */
export function attachmentsOf(files: readonly File[]): readonly Attachment[] {
  return files.map((file) => ({ id: crypto.randomUUID(), file, caption: '' }))
}

function oneBelowOther(...texts: readonly string[]): string {
  return texts.filter((text) => text.trim() !== '').join('\n')
}

/** A text of blanks alone is nothing to send (CONVO-18). */
export function isEmpty({ text, attachments, quoted }: Draft): boolean {
  return text.trim() === '' && attachments.length === 0 && quoted === null
}
