/**
 * Each reducer of this file applies a live event to a fetched list. The result equals a fresh fetch, as tests
 * prove. Applying an event twice changes nothing.
 */

import type { ConnectionId, ContactId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import type { HandoverView } from './handovers'
import type {
  LiveHandoverPayload,
  LiveMentionPayload,
  LiveMessageTemplatePayload,
  LiveNotePayload,
  LiveQuickMessagePayload,
  LiveTagPayload,
  ScheduleChangePayload,
} from './live'
import type { MessageTemplateView } from './message-templates'
import type { MentionView, NoteView } from './notes'
import type { QuickMessageSuggestion } from './quick-messages'
import type { ScheduleView } from './schedules'
import type { TimestampedTagView } from './tags'

interface WithId {
  readonly id: number
}

/** The list with the record replaced, or appended when it is new. */
export function listWithRecord<Row extends WithId>(list: readonly Row[], record: Row): Row[] {
  const isKnown = list.some(({ id }) => id === record.id)
  return isKnown ? list.map((row) => (row.id === record.id ? record : row)) : [...list, record]
}

export function listWithoutRecord<Row extends WithId>(list: readonly Row[], id: number): Row[] {
  return list.filter((row) => row.id !== id)
}

export function compareByName(one: { readonly name: string }, other: { readonly name: string }): number {
  return one.name.localeCompare(other.name, 'pt-BR')
}

/** Applies an event to the tags that a selection field offers, sorted by name. */
export function reduceTags(list: readonly TimestampedTagView[], event: LiveTagPayload): TimestampedTagView[] {
  if (event.action === 'delete') return listWithoutRecord(list, event.tagId)
  const { userId, ticketsCount, ...tag } = event.tags
  return listWithRecord(list, tag).sort(compareByName)
}

export function reduceQuickMessages(
  list: readonly QuickMessageSuggestion[],
  event: LiveQuickMessagePayload,
): QuickMessageSuggestion[] {
  if (event.action === 'delete') return listWithoutRecord(list, event.id)
  return listWithRecord(list, { ...event.record, isWhole: true })
}

/** Applies an event to the templates of one connection, sorted by name and language. */
export function reduceMessageTemplates(
  list: readonly MessageTemplateView[],
  event: LiveMessageTemplatePayload,
  connectionId: ConnectionId,
): MessageTemplateView[] {
  if (event.action === 'delete') return listWithoutRecord(list, event.id)
  if (event.record.connectionId !== connectionId) return [...list]
  const keyOf = ({ name, language }: MessageTemplateView) => `${name} ${language}`
  return listWithRecord(list, event.record).sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}

/** Applies an event to the notes about a contact, newest first. */
export function reduceNotes(
  notes: readonly NoteView[],
  event: LiveNotePayload,
  contactId: ContactId,
): NoteView[] {
  if (event.action === 'delete') return listWithoutRecord(notes, event.noteId)
  const { note } = event
  if (note.contactId !== contactId) return [...notes]
  return listWithRecord(notes, note).sort((one, other) => other.id - one.id)
}

/** Applies an event to the tickets that colleagues transferred to the user, still unopened; newest first. */
export function reduceHandovers(
  handovers: readonly HandoverView[],
  event: LiveHandoverPayload,
): HandoverView[] {
  const ticketId = event.action === 'delete' ? event.ticketId : event.handover.ticketId
  const others = handovers.filter((handover) => handover.ticketId !== ticketId)
  return event.action === 'delete' ? others : [event.handover, ...others].slice(0, limits.handovers)
}

/** Applies an event to the unread notes that mention the user, newest first. */
export function reduceMentions(mentions: readonly MentionView[], event: LiveMentionPayload): MentionView[] {
  if (event.action === 'delete') return mentions.filter(({ note }) => !event.noteIds.includes(note.id))
  const others = mentions.filter(({ note }) => note.id !== event.mention.note.id)
  const newestFirst = [...others, event.mention].sort((one, other) => other.note.id - one.note.id)
  return newestFirst.slice(0, limits.note.mentions)
}

/** Applies an event to the schedules of one contact; a schedule moved to another contact is removed. */
export function reduceSchedules(
  schedules: readonly ScheduleView[],
  event: ScheduleChangePayload,
  contactId: ContactId,
): ScheduleView[] {
  const changedId = event.action === 'delete' ? event.scheduleId : event.schedules.id
  const others = listWithoutRecord(schedules, changedId)
  if (event.action === 'delete' || event.schedules.contactId !== contactId) return others
  const known = schedules.find(({ id }) => id === changedId)
  const newest = known !== undefined && known.updatedAt > event.schedules.updatedAt ? known : event.schedules
  return [...others, newest]
}
