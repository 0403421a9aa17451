import { listMessages } from '@balcao/contract/messages'
import { waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openApp } from '../testing/open-app'
import { ana, anasTicket, bubbleOf, talk, talkPath } from '../testing/talk'
import { aMessage, messageId } from '../testing/ticket-makers'

type Page = Awaited<ReturnType<typeof answerOf>>
const answerOf = async (body: string) => ({
  messages: [aMessage({ id: messageId(1), body })],
  ticket: anasTicket,
  count: 1,
  hasMore: false,
})

/** A pending fetch of messages: the test sends the answer, which is as old as the request. */
function heldMessages() {
  let resolve: (page: Page) => void = () => undefined
  const promise = new Promise<Page>((settle) => {
    resolve = settle
  })
  return { promise, answer: async (body: string) => resolve(await answerOf(body)) }
}

describe('RT-23 a fetch in flight is repeated', () => {
  it('when the socket first has its subscriber', async () => {
    const held = heldMessages()
    const { server, socket } = openApp({
      path: talkPath,
      as: ana,
      subscription: 'later',
      serve: (fixture) => talk()(fixture).on(listMessages, () => held.promise),
    })
    await waitFor(() => expect(server.received(listMessages)).toHaveLength(1))

    server.on(listMessages, () => answerOf('às 15h'))
    socket.subscribe()
    await held.answer('às 14h')

    expect(await bubbleOf('às 15h')).toBeTruthy()
  })

  it('after a reconnect', async () => {
    const held = heldMessages()
    const { server, socket, router } = openApp({
      path: '/tickets',
      as: ana,
      serve: (fixture) => talk()(fixture).on(listMessages, () => held.promise),
    })
    await waitFor(() => expect(socket.tokens).toHaveLength(1))
    await router.navigate(talkPath)
    await waitFor(() => expect(server.received(listMessages)).toHaveLength(1))

    socket.lose()
    server.on(listMessages, () => answerOf('às 15h'))
    socket.subscribe()
    await held.answer('às 14h')

    expect(await bubbleOf('às 15h')).toBeTruthy()
  })
})
