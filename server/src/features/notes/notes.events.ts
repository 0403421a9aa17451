import { type LiveMentionPayload, type LiveNotePayload, liveChannel } from '@balcao/contract/live'
import type { MentionView, NoteView } from '@balcao/contract/notes'
import type { NoteId, UserId } from '@balcao/domain/ids'
import { mayReadTicket, type TicketSnapshot } from '@balcao/domain/tickets'
import { eventKind, type Subscriber } from '../../platform/live/event-kind'

/** A note was written. Sent to users who have the ticket open. */
export const noteWritten = eventKind<{ facts: TicketSnapshot; note: NoteView }>({
  name: 'note.written',
  audience: ({ facts, note }, subscriber) => {
    if (!hasItOpen(subscriber, facts)) return null
    const payload: LiveNotePayload = { action: 'create', note }
    return { channel: liveChannel.note(subscriber.viewer.companyId), payload }
  },
})

export const noteDeleted = eventKind<{ facts: TicketSnapshot; noteId: NoteId }>({
  name: 'note.deleted',
  audience: ({ facts, noteId }, subscriber) => {
    if (!hasItOpen(subscriber, facts)) return null
    const payload: LiveNotePayload = { action: 'delete', ticketId: facts.id, noteId }
    return { channel: liveChannel.note(subscriber.viewer.companyId), payload }
  },
})

/** A note mentions users. All pages of each mentioned user get the event, if the user may read the ticket. */
export const colleaguesMentioned = eventKind<{
  facts: TicketSnapshot
  mention: MentionView
  userIds: readonly UserId[]
}>({
  name: 'note.colleaguesNamed',
  audience: ({ facts, mention, userIds }, { viewer }) => {
    if (!userIds.includes(viewer.userId) || !mayReadTicket(viewer, facts)) return null
    const payload: LiveMentionPayload = { action: 'create', mention }
    return { channel: liveChannel.mention(viewer.companyId), payload }
  },
})

/** These users saw the mentions, or the note was deleted. Their pages remove the mentions from the list. */
export const unseenMentionsCleared = eventKind<{ noteIds: readonly NoteId[]; userIds: readonly UserId[] }>({
  name: 'note.mentionsSettled',
  audience: ({ noteIds, userIds }, { viewer }) => {
    if (!userIds.includes(viewer.userId)) return null
    const payload: LiveMentionPayload = { action: 'delete', noteIds }
    return { channel: liveChannel.mention(viewer.companyId), payload }
  },
})

function hasItOpen({ viewer, views }: Subscriber, facts: TicketSnapshot): boolean {
  return views.chatBoxes.has(facts.id) && mayReadTicket(viewer, facts)
}
