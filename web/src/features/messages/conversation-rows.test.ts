import type { TicketEventView } from '@balcao/contract/ticket-events'
import { describe, expect, it } from 'vitest'
import { userId } from '../../testing/makers'
import { aNote, noteId } from '../../testing/note-makers'
import { aMessage, aPicture, messageId, ticketId } from '../../testing/ticket-makers'
import { type ConversationRowsInput, conversationRows, rowKeyOfMessage } from './conversation-rows'
import { firstUnreadMessageId } from './message-log'
import type { OutgoingMessage } from './outgoing'

const clientId = '11111111-1111-4111-8111-111111111111'
const at = (day: number, time: string) => `2026-11-${day}T${time}:00.000Z`
const message = (id: number, createdAt: string, change: Parameters<typeof aMessage>[0] = {}) =>
  aMessage({ id: messageId(id), createdAt, ...change })

function rowsOf(facts: Partial<ConversationRowsInput>) {
  return conversationRows({
    messages: [],
    outgoing: [],
    events: [],
    notes: [],
    hasMore: false,
    hasNewer: false,
    firstUnreadId: undefined,
    ticket: { id: 1, createdAt: at(18, '09:00') },
    dayOf: (instant) => instant.slice(0, 10),
    ...facts,
  })
}
const kinds = (facts: Partial<ConversationRowsInput>) => rowsOf(facts).map(({ kind }) => kind)

function outgoing(change: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return {
    clientId,
    ticketId: ticketId(1),
    body: 'Já vai',
    quoted: null,
    content: { kind: 'text' },
    at: at(20, '12:10'),
    state: { step: 'sending', progress: undefined },
    ...change,
  }
}

function anEvent(id: number, time: string): TicketEventView {
  const noPeople = { by: null, user: null, queue: null, connection: null, rating: null, unsent: null }
  return { id, ticketId: ticketId(1), kind: 'queued', at: at(20, time), ...noPeople }
}

describe('the rows of a conversation', () => {
  it('CONVO-01 a separator is above the first message of each day', () => {
    const messages = [message(1, at(19, '10:00')), message(2, at(19, '18:00')), message(3, at(20, '09:00'))]

    expect(kinds({ messages })).toEqual(['day', 'message', 'message', 'day', 'message'])
  })

  it('CONVO-02 an end and a start separate the tickets of the contact', () => {
    const messages = [message(1, at(20, '10:00'), { ticketId: ticketId(7) }), message(2, at(20, '10:01'))]

    const rows = rowsOf({ messages })

    expect(rows.map(({ kind }) => kind)).toEqual(['day', 'message', 'ticket-end', 'ticket-start', 'message'])
    expect(rows[2]).toMatchObject({ ticketId: 7 })
    expect(rows[3]).toMatchObject({ ticketId: 1 })
  })

  describe('NOTE-08 notes', () => {
    const messages = [message(1, at(20, '10:00')), message(2, at(20, '10:01'))]
    const note = (id: number, createdAt: string, about = 1) =>
      aNote({ id: noteId(id), createdAt, ticketId: ticketId(about) })
    const keys = (facts: Partial<ConversationRowsInput>) => rowsOf(facts).map(({ key }) => key)

    it('are placed by their time, newest first in the list, and break the run of a sender', () => {
      const rows = rowsOf({ messages, notes: [note(9, at(20, '10:05')), note(8, at(20, '10:00'))] })

      expect(rows.map(({ key }) => key)).toEqual([
        'day-2026-11-20',
        'note-8',
        'message-1',
        'message-2',
        'note-9',
      ])
      expect(rows[2]).toMatchObject({ joinsNext: true })
      const between = rowsOf({ messages, notes: [note(8, '2026-11-20T10:00:30.000Z')] })
      expect(between.map(({ key }) => key)).toEqual(['day-2026-11-20', 'message-1', 'note-8', 'message-2'])
      expect(between[1]).toMatchObject({ joinsNext: false })
    })

    it('break the run of events around them', () => {
      const events = [anEvent(1, '10:02'), anEvent(2, '10:04')]

      expect(keys({ messages, events, notes: [note(8, at(20, '10:03'))] }).slice(-3)).toEqual([
        'event-1',
        'note-8',
        'event-2',
      ])
    })

    it('of the earlier ticket come before its end', () => {
      const earlier = message(1, at(20, '10:00'), { ticketId: ticketId(7) })
      const later = message(2, at(20, '10:01'))
      const notes = [note(8, '2026-11-20T10:00:10.000Z', 7), note(9, '2026-11-20T10:00:20.000Z')]

      expect(rowsOf({ messages: [earlier, later], notes }).map(({ kind, key }) => `${kind} ${key}`)).toEqual([
        'day day-2026-11-20',
        'message message-1',
        'note note-8',
        'ticket-end end-message-2',
        'ticket-start start-message-2',
        'note note-9',
        'message message-2',
      ])
    })

    it('none shows above the oldest loaded message or below the newest loaded one', () => {
      const notes = [note(9, at(21, '09:00')), note(8, at(20, '09:00'))]

      expect(keys({ messages, notes, hasMore: true, hasNewer: true })).toEqual(['message-1', 'message-2'])
      expect(keys({ messages, notes })).toContain('note-8')
      expect(keys({ messages, notes })).toContain('note-9')
    })

    it('CONVO-01 of an earlier day come under that day, not under the day of the next message', () => {
      const later = message(3, at(25, '09:00'))
      const notes = [note(8, at(20, '18:00')), note(9, at(22, '09:00'))]

      expect(keys({ messages: [...messages, later], notes })).toEqual([
        'day-2026-11-20',
        'message-1',
        'message-2',
        'note-8',
        'day-2026-11-22',
        'note-9',
        'day-2026-11-25',
        'message-3',
      ])
    })

    it('CONVO-01 of another ticket come under their day, before the next ticket begins', () => {
      const earlier = message(1, at(18, '10:00'), { ticketId: ticketId(7) })
      const later = message(2, at(25, '10:00'))
      const notes = [note(8, at(20, '10:00'), 8)]

      expect(rowsOf({ messages: [earlier, later], notes }).map(({ kind, key }) => `${kind} ${key}`)).toEqual([
        'day day-2026-11-18',
        'message message-1',
        'day day-2026-11-20',
        'note note-8',
        'ticket-end end-message-2',
        'ticket-start start-message-2',
        'day day-2026-11-25',
        'message message-2',
      ])
    })

    it('show in a conversation without messages too', () => {
      expect(keys({ notes: [note(8, at(20, '09:00'))] })).toEqual(['day-2026-11-20', 'note-8'])
    })
  })

  it('CONVO-01 events of two days are on both sides of the separator', () => {
    const messages = [message(1, at(20, '10:00')), message(2, at(21, '10:00'))]
    const events = [anEvent(1, '18:00'), { ...anEvent(2, '08:00'), at: at(21, '08:00') }]

    expect(kinds({ messages, events })).toEqual(['day', 'message', 'events', 'day', 'events', 'message'])
  })

  it("CONVO-02 the opening message is below its ticket's start, though its time is in seconds", () => {
    const opened = { ...anEvent(1, '10:00'), kind: 'created' as const, at: '2026-11-20T10:00:00.480Z' }
    const queued = { ...anEvent(2, '10:00'), at: opened.at }
    const events = [opened, queued, anEvent(3, '10:01')]
    const messages = [message(1, at(20, '10:00')), message(2, at(20, '10:02'))]

    const rows = rowsOf({ messages, events })

    expect(rows.map(({ kind }) => kind)).toEqual(['day', 'events', 'message', 'events', 'message'])
    expect(rows[1]).toMatchObject({ events: [{ id: 1 }, { id: 2 }] })
  })

  it('MESSAGE-04 a hidden ticket is a marker between visible ones, never among folded lines', () => {
    const messages = [message(1, at(19, '10:00'), { ticketId: ticketId(7) }), message(2, at(20, '10:01'))]
    const hidden = (time: string): TicketEventView => ({
      ...anEvent(3, time),
      ticketId: ticketId(8),
      kind: 'hidden',
    })
    const closed = { ...anEvent(1, '09:00'), at: at(19, '11:00'), ticketId: ticketId(7) }

    const between = rowsOf({ messages, events: [closed, hidden('09:30'), anEvent(4, '10:00')] })
    const below = rowsOf({ messages, events: [hidden('10:30')] })

    expect(between.map(({ kind }) => kind)).toEqual([
      'day',
      'message',
      'events',
      'ticket-end',
      'ticket-hidden',
      'ticket-start',
      'day',
      'events',
      'message',
    ])
    expect(between[4]).toEqual({ kind: 'ticket-hidden', key: 'hidden-8', ticketId: 8 })
    expect(below.at(-1)).toEqual(between[4])
  })

  it('CONVO-03 no row shows above the oldest message while older ones can be loaded', () => {
    const newest = [message(3, at(20, '10:00')), message(4, at(20, '10:01'))]
    const all = [message(1, at(19, '10:00')), message(2, at(20, '09:00')), ...newest]

    const before = rowsOf({ messages: newest, hasMore: true })
    const after = rowsOf({ messages: all })

    expect(after.slice(-before.length).map(({ key }) => key)).toEqual(before.map(({ key }) => key))
  })

  it.each([
    ['within five minutes', at(20, '10:04'), false, true],
    ['after five minutes', at(20, '10:06'), false, false],
    ['of the other side', at(20, '10:01'), true, false],
  ])('messages of one sender join: %s', (_, second, fromMe, expected) => {
    const messages = [message(1, at(20, '10:00')), message(2, second, { fromMe })]

    expect(rowsOf({ messages }).at(-1)).toMatchObject({ joinsPrevious: expected })
  })

  it('the line of new messages is above the first unread one', () => {
    const messages = [message(1, at(20, '10:00')), message(2, at(20, '10:01')), message(3, at(20, '10:02'))]

    const firstUnreadId = firstUnreadMessageId(messages, ticketId(1), 2)

    expect(firstUnreadId).toBe(2)
    expect(kinds({ messages, firstUnreadId })).toEqual(['day', 'message', 'new', 'message', 'message'])
  })

  it('a campaign’s message among the unread ones does not move their line', () => {
    const ours = message(3, at(20, '10:02'), { fromMe: true, origin: 'campaign' })
    const messages = [message(1, at(20, '10:00')), message(2, at(20, '10:01')), ours]

    const firstUnreadId = firstUnreadMessageId(messages, ticketId(1), 1)

    expect(kinds({ messages, firstUnreadId })).toEqual(['day', 'message', 'new', 'message', 'message'])
  })

  it('an outgoing message shows at the end at once', () => {
    const rows = rowsOf({ messages: [message(1, at(20, '12:00'))], outgoing: [outgoing()] })

    expect(rows.at(-1)).toMatchObject({ kind: 'outgoing', key: clientId })
  })

  it('the stored message takes the place and the key of its outgoing one', () => {
    const stored = message(2, at(20, '12:10'), { fromMe: true, clientId })

    const rows = rowsOf({ messages: [message(1, at(20, '12:00')), stored], outgoing: [outgoing()] })

    expect(rows.map(({ kind }) => kind)).toEqual(['day', 'message', 'message'])
    expect(rows.at(-1)).toMatchObject({ key: clientId })
  })
})

describe('LOOK albums: pictures of one sender', () => {
  const picture = (id: number, change: Parameters<typeof aPicture>[0] = {}) =>
    aPicture({ id: messageId(id), createdAt: at(20, '10:00'), ...change })
  const { media } = picture(1)
  const onItsWay: typeof media = media && { ...media, state: 'on-its-way' }
  const three = [picture(1), picture(2), picture(3)]
  const albums = (facts: Partial<ConversationRowsInput>) =>
    rowsOf(facts).flatMap((row) => (row.kind === 'album' ? [row.messages.map(({ id }) => Number(id))] : []))

  it('group from three on, keyed by the first, so that another joins without a remount', () => {
    const [, album] = rowsOf({ messages: three })
    const [, larger] = rowsOf({ messages: [...three, picture(4)] })

    expect(album).toMatchObject({ kind: 'album', joinsPrevious: false, joinsNext: false })
    expect(larger?.key).toBe(album?.key)
    expect(album?.key).toBe(rowsOf({ messages: [picture(1)] })[1]?.key)
    expect(albums({ messages: [...three, picture(4)] })).toEqual([[1, 2, 3, 4]])
  })

  it('two remain separate rows; more than ten begin another album', () => {
    const many = Array.from({ length: 13 }, (_, index) => picture(index + 1))

    expect(albums({ messages: [picture(1), picture(2)] })).toEqual([])
    expect(albums({ messages: many }).map(({ length }) => length)).toEqual([10, 3])
  })

  it.each<[string, Parameters<typeof aPicture>[0]]>([
    ['with a text', { body: 'Este aqui' }],
    ['of ours', { fromMe: true }],
    ['that is on its way', { mediaUrl: null, media: onItsWay }],
    ['that was deleted', { isDeleted: true }],
    ['that failed', { failure: 'ERR_SENDING_WAPP_MSG' }],
    ['to be seen once', { isViewOnce: true }],
    ['an hour later', { createdAt: at(20, '11:00') }],
  ])('a picture %s is a row of its own', (_, change) => {
    expect(albums({ messages: [...three, picture(4, change)] })).toEqual([[1, 2, 3]])
    expect(albums({ messages: [picture(1), picture(2), picture(3, change), picture(4)] })).toEqual([])
  })

  it('the line of new messages splits an album, and a quoted picture is found in its album', () => {
    const messages = [...three, picture(4), picture(5), picture(6)]

    expect(kinds({ messages, firstUnreadId: 4 })).toEqual(['day', 'album', 'new', 'album'])
    expect(rowKeyOfMessage(rowsOf({ messages }), 5)).toBe('message-5')
    expect(rowsOf({ messages })[1]).toMatchObject({
      kind: 'album',
      parts: ['message-1', 'message-2', 'message-3', 'message-4', 'message-5', 'message-6'],
    })
    expect(rowKeyOfMessage(rowsOf({ messages }), 7)).toBeUndefined()
  })
})

describe('a ticket without messages', () => {
  const silent = { id: 9, createdAt: at(21, '08:00') }

  it('CONVO-01 CONVO-02 has its start and its day below the messages of an earlier one', () => {
    const opened = { ...anEvent(1, '08:00'), ticketId: ticketId(9), at: at(21, '08:00') }

    const rows = rowsOf({ messages: [message(1, at(20, '10:00'))], events: [opened], ticket: silent })

    expect(rows.map(({ kind }) => kind)).toEqual([
      'day',
      'message',
      'ticket-end',
      'ticket-start',
      'day',
      'events',
    ])
    expect(rows[3]).toMatchObject({ ticketId: 9 })
  })

  it('CONVO-01 has its day where it is the first', () => {
    expect(kinds({ events: [anEvent(1, '08:00')], ticket: silent })).toEqual(['day', 'events'])
  })

  it('shows no start where the last messages are of a later ticket', () => {
    const messages = [message(1, at(22, '10:00'))]

    expect(kinds({ messages, ticket: silent })).toEqual(['day', 'message'])
  })
})

it('a return that its person takes back at once leaves one line, a later accept two', () => {
  const ana = { id: userId(1), name: 'Ana Lima' }
  const returned = { ...anEvent(1, '10:00'), kind: 'returned' as const, by: ana }
  const accepted = (second: string) => ({
    ...anEvent(2, '10:00'),
    kind: 'accepted' as const,
    by: ana,
    at: `2026-11-20T10:00:${second}.000Z`,
  })
  const lines = (second: string) =>
    rowsOf({ events: [returned, accepted(second)] }).flatMap((row) =>
      row.kind === 'events' ? row.events.map(({ kind }) => kind) : [],
    )

  expect(lines('04')).toEqual(['accepted'])
  expect(lines('40')).toEqual(['returned', 'accepted'])
})

it('a ticket that a user opens for themselves leaves one line; opened by another, two', () => {
  const ana = { id: userId(1), name: 'Ana Lima' }
  const lines = (opener: typeof ana | null) => {
    const created = { ...anEvent(1, '10:00'), kind: 'created' as const, by: opener }
    const accepted = { ...anEvent(2, '10:00'), kind: 'accepted' as const, by: ana }
    return rowsOf({ events: [created, accepted] }).flatMap((row) =>
      row.kind === 'events' ? row.events.map(({ kind }) => kind) : [],
    )
  }

  expect(lines(ana)).toEqual(['created'])
  expect(lines({ id: userId(2), name: 'Bia Souza' })).toEqual(['created', 'accepted'])
  expect(lines(null)).toEqual(['created', 'accepted'])
})
