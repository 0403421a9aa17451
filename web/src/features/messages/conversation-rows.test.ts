import { describe, expect, it } from 'vitest'
import { aMessage, messageId, ticketId } from '../../testing/ticket-makers'
import { type ConversationFacts, conversationRows } from './conversation-rows'
import { firstUnread } from './first-unread'
import type { Outgoing } from './outgoing'

const clientId = '11111111-1111-4111-8111-111111111111'
const at = (day: number, time: string) => `2026-11-${day}T${time}:00.000Z`
const message = (id: number, createdAt: string, change: Parameters<typeof aMessage>[0] = {}) =>
  aMessage({ id: messageId(id), createdAt, ...change })

function rowsOf(facts: Partial<ConversationFacts>) {
  return conversationRows({
    messages: [],
    outgoing: [],
    events: [],
    hasMore: false,
    firstUnreadId: undefined,
    dayOf: (instant) => instant.slice(0, 10),
    ...facts,
  })
}
const kinds = (facts: Partial<ConversationFacts>) => rowsOf(facts).map(({ kind }) => kind)

function outgoing(change: Partial<Outgoing> = {}): Outgoing {
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

describe('the rows of a conversation', () => {
  it('CONVO-01 a separator stands above the first message of each day', () => {
    const messages = [message(1, at(19, '10:00')), message(2, at(19, '18:00')), message(3, at(20, '09:00'))]

    expect(kinds({ messages })).toEqual(['day', 'message', 'message', 'day', 'message'])
  })

  it('CONVO-02 an end and a start stand between tickets of the contact', () => {
    const messages = [message(1, at(20, '10:00'), { ticketId: ticketId(7) }), message(2, at(20, '10:01'))]

    const rows = rowsOf({ messages })

    expect(rows.map(({ kind }) => kind)).toEqual(['day', 'message', 'ticket-end', 'ticket-start', 'message'])
    expect(rows[2]).toMatchObject({ ticketId: 7 })
    expect(rows[3]).toMatchObject({ ticketId: 1 })
  })

  it('CONVO-03 nothing is said above the oldest message while older ones can be loaded, so that nothing moves', () => {
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

  it('the line of new messages stands above the first unread one', () => {
    const messages = [message(1, at(20, '10:00')), message(2, at(20, '10:01')), message(3, at(20, '10:02'))]

    const firstUnreadId = firstUnread(messages, ticketId(1), 2)

    expect(firstUnreadId).toBe(2)
    expect(kinds({ messages, firstUnreadId })).toEqual(['day', 'message', 'new', 'message', 'message'])
  })

  it('what was just sent stands at the end at once', () => {
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
