import { describe, expect, it } from 'vitest'
import { aMessage, aPicture, messageId } from '../../testing/ticket-makers'
import { messagesOfPages, reduceMessageEventIntoPages, reduceMessages } from './message-reducer'

const clientId = '11111111-1111-4111-8111-111111111111'
const later = '2026-11-20T12:05:00.000Z'

describe('a message event over the loaded conversation', () => {
  it('RT-07 appends a new message', () => {
    const messages = [aMessage({ id: messageId(1) })]

    const reduced = reduceMessages(messages, {
      action: 'create',
      message: aMessage({ id: messageId(2) }),
    })

    expect(reduced.map(({ id }) => id)).toEqual([1, 2])
  })

  it('a repeated create changes nothing', () => {
    const messages = [aMessage({ id: messageId(1) }), aMessage({ id: messageId(2) })]

    const reduced = reduceMessages(messages, {
      action: 'create',
      message: aMessage({ id: messageId(2) }),
    })

    expect(reduced).toEqual(messages)
  })

  it('inserts a message that overtook another in its order', () => {
    const messages = [aMessage({ id: messageId(1) }), aMessage({ id: messageId(3) })]

    const reduced = reduceMessages(messages, {
      action: 'create',
      message: aMessage({ id: messageId(2) }),
    })

    expect(reduced.map(({ id }) => id)).toEqual([1, 2, 3])
  })

  it.each([
    ['rises', 1, 3, 3],
    ['never falls, even when the event is newer', 3, 2, 3],
    ['stays', 2, 2, 2],
  ])('MESSAGE-11 the ack %s', (_, known, inbound, expected) => {
    const messages = [aMessage({ fromMe: true, ack: known })]

    const [reduced] = reduceMessages(messages, {
      action: 'update',
      message: aMessage({ fromMe: true, ack: inbound, updatedAt: later }),
    })

    expect(reduced?.ack).toBe(expected)
  })

  it('an older update changes only the ack', () => {
    const messages = [aMessage({ body: 'novo', updatedAt: later })]

    const [reduced] = reduceMessages(messages, {
      action: 'update',
      message: aMessage({ body: 'velho', ack: 2 }),
    })

    expect(reduced).toMatchObject({ body: 'novo', ack: 2 })
  })

  it('CONVO-09 a deleted message stays deleted after late events', () => {
    const messages = [aMessage({ isDeleted: true })]

    const [reduced] = reduceMessages(messages, {
      action: 'update',
      message: aMessage({ ack: 3, updatedAt: later }),
    })

    expect(reduced?.isDeleted).toBe(true)
  })

  it('a quote shows the current state of its message', () => {
    const quoted = aMessage({ id: messageId(1), body: 'Oi' })
    const { clientId, body, fromMe, mediaType, mediaUrl, isDeleted, contact } = quoted
    const answer = aMessage({
      id: messageId(2),
      quotedMsg: {
        id: quoted.id,
        clientId,
        body,
        fromMe,
        mediaType,
        mediaUrl,
        media: null,
        isDeleted,
        contact,
      },
    })

    const reduced = reduceMessages([quoted, answer], {
      action: 'update',
      message: { ...quoted, isDeleted: true },
    })

    expect(reduced[1]?.quotedMsg?.isDeleted).toBe(true)
    const picture = aPicture({ id: quoted.id })
    const updated = reduceMessages(reduced, { action: 'update', message: picture })
    expect(updated[1]?.quotedMsg).toEqual({
      ...answer.quotedMsg,
      body: '',
      mediaType: 'image',
      mediaUrl: picture.mediaUrl,
      media: { mimetype: 'image/jpeg', fileName: null, isVoice: false },
    })
  })

  it('an update of a message that is not loaded changes nothing', () => {
    const messages = [aMessage({ id: messageId(5) })]

    expect(reduceMessages(messages, { action: 'update', message: aMessage({ id: messageId(1) }) })).toEqual(
      messages,
    )
  })
})

describe('the pages of a conversation', () => {
  const page = (...ids: number[]) => ({
    messages: ids.map((id) => aMessage({ id: messageId(id) })),
    hasMore: true,
  })

  it('MESSAGE-04 lists the pages in time order, newest page first, without duplicates', () => {
    const messages = messagesOfPages([page(4, 5, 6), page(2, 3, 4)])

    expect(messages.map(({ id }) => id)).toEqual([2, 3, 4, 5, 6])
  })

  it('a new message joins the newest page only', () => {
    const reduced = reduceMessageEventIntoPages([page(3, 4), page(1, 2)], {
      action: 'create',
      message: aMessage({ id: messageId(5) }),
    })

    expect(reduced.map(({ messages }) => messages.map(({ id }) => id))).toEqual([
      [3, 4, 5],
      [1, 2],
    ])
  })

  it('an event of a message on an older page changes it there, and adds none', () => {
    const reduced = reduceMessageEventIntoPages([page(3, 4), page(1, 2)], {
      action: 'create',
      message: aMessage({ id: messageId(1), ack: 2, updatedAt: later }),
    })

    expect(messagesOfPages(reduced).map(({ id, ack }) => [id, ack])).toEqual([
      [1, 2],
      [2, 0],
      [3, 0],
      [4, 0],
    ])
  })

  it('the answer and the event of one sent message make one bubble, by its client id', () => {
    const sent = aMessage({ id: messageId(5), fromMe: true, clientId })

    const once = reduceMessageEventIntoPages([page(3, 4)], { action: 'create', message: sent })
    const twice = reduceMessageEventIntoPages(once, {
      action: 'create',
      message: { ...sent, ack: 1, updatedAt: later },
    })

    expect(messagesOfPages(twice).map(({ id, ack }) => [id, ack])).toEqual([
      [3, 0],
      [4, 0],
      [5, 1],
    ])
  })
})
