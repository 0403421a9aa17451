import type { LiveQuickMessagePayload, LiveTicketPayload } from '@balcao/contract/live'
import type { MentionView, NoteView } from '@balcao/contract/notes'
import type { TagWithUsageView } from '@balcao/contract/tags'
import type { NoteId, QuickMessageId, ScheduleId, TagId, TicketId, UserId } from '@balcao/domain/ids'
import type { PersonActor } from '@balcao/domain/people'
import { anyTicket, anyViewer } from '@balcao/domain/testing/viewers-and-tickets'
import { isInTicketList, mayReadTicket, type TicketSnapshot, ticketStatuses } from '@balcao/domain/tickets'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { companiesChanged } from '../features/companies/companies.events'
import { messageChanged, messageStored } from '../features/messages/messages.events'
import type { UnsignedMessage } from '../features/messages/messages.view'
import {
  colleaguesMentioned,
  noteDeleted,
  noteWritten,
  unseenMentionsCleared,
} from '../features/notes/notes.events'
import { plansChanged } from '../features/plans/plans.events'
import { quickMessageChanged } from '../features/quick-messages/quick-messages.events'
import type { UnsignedQuickMessage } from '../features/quick-messages/quick-messages.view'
import { scheduleChanged, scheduleDeleted } from '../features/schedules/schedules.events'
import type { UnsignedSchedule } from '../features/schedules/schedules.view'
import { tagChanged, tagDeleted } from '../features/tags/tags.events'
import {
  colleagueTyping,
  ticketViewersChanged,
} from '../features/tickets/history/conversation-presence.events'
import type { TicketHistoryEntry } from '../features/tickets/history/ticket-events.queries'
import { ticketChanged, ticketHistoryChanged, ticketMarkedRead } from '../features/tickets/tickets.events'
import type { UnsignedTicket } from '../features/tickets/tickets.view'
import type { EventKind, SocketMessage, Subscriber } from '../platform/live/event-kind'

/**
 * ARCH 6, "subscribers equal policy": a subscriber gets an event exactly when its user may read the subject and a
 * view shows it.
 */
const links = { toFile: () => 'link' }
const ticketId = 1 as TicketId
const otherId = 2 as TicketId

const anySubscriber: fc.Arbitrary<Subscriber> = fc
  .record({
    viewer: anyViewer,
    statuses: fc.subarray([...ticketStatuses]),
    notification: fc.boolean(),
    chatBoxes: fc.subarray([ticketId, otherId]),
  })
  .map(({ viewer, statuses, notification, chatBoxes }) => ({
    viewer: { ...viewer, kind: 'person', name: '', sessionId: 's' } as PersonActor,
    sessionId: 's',
    views: { statuses: new Set(statuses), notification, chatBoxes: new Set(chatBoxes) },
  }))

/** The rule, written independently of the code: where this user's page shows the ticket. */
function pageShows({ viewer, views }: Subscriber, ticket: TicketSnapshot | null): boolean {
  if (ticket === null || !mayReadTicket(viewer, ticket)) return false
  const inAList = [...views.statuses].some((status) =>
    [true, false].some((showAll) => isInTicketList(viewer, status, ticket, showAll)),
  )
  return inAList || views.notification || views.chatBoxes.has(ticket.id)
}

// The only fields that the events read.
const wireTicket = { contact: { pictureKey: null } } as unknown as UnsignedTicket
const wireMessage = { media: null, quotedMsg: null, body: 'palavras' } as unknown as UnsignedMessage
const wireAnswer = { id: 1 as QuickMessageId, media: null } as unknown as UnsignedQuickMessage
const wireSchedule = { id: 1, mediaKey: null } as unknown as UnsignedSchedule
const runs = { numRuns: 2_000 }

/** What this subscriber gets of an event; another process, which has the facts as JSON, sends its subscribers the same. */
function emissionOf<Facts, Kept>(
  kind: EventKind<Facts, Kept>,
  facts: NoInfer<Facts>,
  subscriber: Subscriber,
): SocketMessage | null {
  const emission = kind.audience(facts, subscriber, links)
  expect(kind.audience(JSON.parse(JSON.stringify(facts)), subscriber, links)).toEqual(emission)
  return emission
}

describe('ARCH 6 subscribers equal policy', () => {
  it('a changed ticket is updated where shown, deleted where it was, and not sent elsewhere', () => {
    const states = fc.tuple(fc.option(anyTicket), fc.option(anyTicket))
    fc.assert(
      fc.property(anySubscriber, states, (subscriber, [before, after]) => {
        const ticket = after === null ? null : wireTicket
        const emission = emissionOf(
          ticketChanged,
          { before, after, ticket, ticketId, version: 2 },
          subscriber,
        )

        const action = (emission?.payload as LiveTicketPayload | undefined)?.action ?? 'silence'
        const wanted = pageShows(subscriber, after)
          ? 'update'
          : pageShows(subscriber, before)
            ? 'delete'
            : 'silence'
        expect(action).toBe(wanted)
      }),
      runs,
    )
  })

  it('WIRE-trap-12 a change of texts and acks reaches only lists and notifications', () => {
    fc.assert(
      fc.property(anySubscriber, anyTicket, (subscriber, facts) => {
        const change = {
          before: facts,
          after: facts,
          ticket: wireTicket,
          ticketId,
          version: 2,
          isHeadSame: true,
        }
        const emission = emissionOf(ticketChanged, change, subscriber)

        const withoutConversation = {
          ...subscriber,
          views: { ...subscriber.views, chatBoxes: new Set<TicketId>() },
        }
        const wanted = pageShows(withoutConversation, facts) ? 'update' : 'silence'
        expect((emission?.payload as LiveTicketPayload | undefined)?.action ?? 'silence').toBe(wanted)
      }),
      runs,
    )
  })

  it('RT-24 a delete has its reason: deleted, no access, or another list', () => {
    fc.assert(
      fc.property(anySubscriber, anyTicket, fc.option(anyTicket), (subscriber, before, after) => {
        const ticket = after === null ? null : wireTicket
        const emission = emissionOf(
          ticketChanged,
          { before, after, ticket, ticketId, version: 2 },
          subscriber,
        )
        const payload = emission?.payload as LiveTicketPayload | undefined
        if (payload?.action !== 'delete') return

        const sees = after !== null && mayReadTicket(subscriber.viewer, after)
        expect(payload.reason).toBe(after === null ? 'deleted' : sees ? 'status' : 'access')
        expect(payload).not.toHaveProperty('ticket')
      }),
      runs,
    )
  })

  it('RT-24 a user who loses sight of a ticket by the own act gets its new state, once', () => {
    fc.assert(
      fc.property(anySubscriber, anyTicket, anyTicket, (subscriber, before, after) => {
        const change = { before, after, ticket: wireTicket, ticketId, version: 2 }
        const others = emissionOf(ticketChanged, change, subscriber)?.payload as LiveTicketPayload | undefined
        const byUserId = subscriber.viewer.userId
        const own = emissionOf(ticketChanged, { ...change, byUserId }, subscriber)?.payload as
          | LiveTicketPayload
          | undefined

        const leavesSight = others?.action === 'delete' && others.reason === 'access'
        expect(own?.action).toBe(leavesSight ? 'update' : others?.action)
      }),
      runs,
    )
  })

  it('a new message and a read ticket are sent exactly where the ticket is shown', () => {
    fc.assert(
      fc.property(anySubscriber, anyTicket, (subscriber, facts) => {
        const shown = pageShows(subscriber, facts)
        const stored = { facts, message: wireMessage, ticket: wireTicket }
        expect(emissionOf(messageStored, stored, subscriber) !== null).toBe(shown)
        expect(emissionOf(ticketMarkedRead, { ticket: facts, version: 2 }, subscriber) !== null).toBe(shown)
      }),
      runs,
    )
  })

  it('acks, deletions, notes and history are sent exactly where the conversation is open', () => {
    fc.assert(
      fc.property(anySubscriber, anyTicket, (subscriber, facts) => {
        const isOpen = mayReadTicket(subscriber.viewer, facts) && subscriber.views.chatBoxes.has(facts.id)
        const emissions = [
          emissionOf(messageChanged, { facts, message: wireMessage }, subscriber),
          emissionOf(noteWritten, { facts, note: { note: 'cliente antigo' } as NoteView }, subscriber),
          emissionOf(noteDeleted, { facts, noteId: 1 as NoteId }, subscriber),
          emissionOf(
            ticketHistoryChanged,
            { facts, event: { kind: 'rated' } as TicketHistoryEntry },
            subscriber,
          ),
          emissionOf(ticketViewersChanged, { facts, users: [] }, subscriber),
        ]
        expect(emissions.map((emission) => emission !== null)).toEqual(emissions.map(() => isOpen))
      }),
      runs,
    )
  })

  it('a user mentioned in a note gets the event on any page, if they may read the ticket', () => {
    fc.assert(
      fc.property(anySubscriber, anyTicket, fc.subarray([1, 2, 3]), (subscriber, facts, ids) => {
        const userIds = ids as UserId[]
        const named = emissionOf(
          colleaguesMentioned,
          { facts, mention: {} as MentionView, userIds },
          subscriber,
        )
        const settled = emissionOf(unseenMentionsCleared, { noteIds: [1 as NoteId], userIds }, subscriber)

        const isNamed = userIds.includes(subscriber.viewer.userId)
        expect(named !== null).toBe(isNamed && mayReadTicket(subscriber.viewer, facts))
        expect(settled !== null).toBe(isNamed)
      }),
      runs,
    )
  })

  it('typing is sent where the conversation is open, but not to the typing user', () => {
    fc.assert(
      fc.property(
        anySubscriber,
        anyTicket,
        fc.option(fc.constantFrom(1, 2, 3)),
        (subscriber, facts, writer) => {
          const user = writer === null ? null : { id: writer as UserId, name: '' }
          const emission = emissionOf(
            colleagueTyping,
            { facts, doing: 'typing', contact: null, user },
            subscriber,
          )

          const isOpen = mayReadTicket(subscriber.viewer, facts) && subscriber.views.chatBoxes.has(facts.id)
          expect(emission !== null).toBe(isOpen && subscriber.viewer.userId !== writer)
        },
      ),
      runs,
    )
  })

  it('a quick message is sent to its users and removed from former ones, admins included', () => {
    const anyAudience = fc.record({
      isShared: fc.boolean(),
      userId: fc.option(fc.constantFrom(1, 2, 3).map((id) => id as UserId)),
    })
    fc.assert(
      fc.property(
        anySubscriber,
        fc.option(anyAudience),
        fc.option(anyAudience),
        (subscriber, before, after) => {
          const record = after && { ...wireAnswer, geral: after.isShared, userId: after.userId }
          const emission = emissionOf(quickMessageChanged, { id: wireAnswer.id, before, record }, subscriber)

          const uses = (one: typeof before) =>
            one !== null && (one.isShared || one.userId === subscriber.viewer.userId)
          const action = (emission?.payload as LiveQuickMessagePayload | undefined)?.action ?? 'silence'
          const goes = uses(before) ? 'delete' : 'silence'
          expect(action).toBe(uses(after) ? (uses(before) ? 'update' : 'create') : goes)
        },
      ),
      runs,
    )
  })

  it('RT-19 changes of plans and companies of the platform are sent only to super users', () => {
    fc.assert(
      fc.property(anySubscriber, (subscriber) => {
        const emissions = [
          emissionOf(plansChanged, {}, subscriber),
          emissionOf(companiesChanged, {}, subscriber),
        ]
        expect(emissions.map((emission) => emission !== null)).toEqual(
          emissions.map(() => subscriber.viewer.isSuper),
        )
      }),
      runs,
    )
  })

  it('tags and schedules are sent to all users of the company', () => {
    fc.assert(
      fc.property(anySubscriber, (subscriber) => {
        const emissions = [
          emissionOf(tagChanged, { action: 'create', tag: {} as TagWithUsageView }, subscriber),
          emissionOf(tagDeleted, { tagId: 1 as TagId }, subscriber),
          emissionOf(scheduleChanged, { action: 'update', schedule: wireSchedule }, subscriber),
          emissionOf(scheduleDeleted, { scheduleId: 1 as ScheduleId }, subscriber),
        ]
        expect(emissions).not.toContain(null)
      }),
      runs,
    )
  })
})
